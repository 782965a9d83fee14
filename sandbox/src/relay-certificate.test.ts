// Tests the trial's certificate: its names, its time, and when it's made anew.
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { relayCertificate } from './relay-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'relay-certificate-'))
afterEach(() => vi.useRealTimers())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (): X509Certificate =>
  new X509Certificate(readFileSync(relayCertificate(folder).SMTP_RELAY_CERT))

it('is for this computer, signed with its own key, and kept', () => {
  const certificate = read()
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkHost('relay.ours.example')).toBeUndefined()
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('::1')).toBe('::1')
  expect(read().fingerprint256).toBe(certificate.fingerprint256)
})

it('is made anew before it ends', () => {
  const before = read().fingerprint256
  vi.useFakeTimers({ now: Date.now() + 340 * 86_400_000 })
  const renewed = read()
  expect(renewed.fingerprint256).not.toBe(before)
  expect(Date.parse(renewed.validTo)).toBeGreaterThan(Date.now())
})
