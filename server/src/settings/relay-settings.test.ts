// Tests which settings of the mail relay are refused at the start.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { relayCertificate } from '@invoice-desk/sandbox/relay-certificate'
import { afterAll, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { relayHostOf } from './relay-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'relay-settings-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ours = relayCertificate(join(folder, 'ours'))
const theirs = relayCertificate(join(folder, 'theirs'))
const noPem = join(folder, 'no.pem')
writeFileSync(noPem, 'no certificate')

/** What is wrong with the settings of the relay. Other settings are missing too. */
const problemsOf = (given: Record<string, string>): readonly (readonly [string, string])[] => {
  try {
    readConfig(given)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.filter(([name]) => name.startsWith('SMTP_RELAY'))
  }
}

it('is off without settings, and complete with a port, a certificate and its key', () => {
  expect(problemsOf({})).toEqual([])
  expect(problemsOf({ SMTP_RELAY_PORT: '587', ...ours })).toEqual([])
  expect(problemsOf({ SMTP_RELAY_PORT: '587', SMTP_RELAY_TLS_PORT: '465', ...ours })).toEqual([])
})

it.each<[string, Record<string, string>, string, string]>([
  ['no certificate', { SMTP_RELAY_KEY: ours.SMTP_RELAY_KEY }, 'SMTP_RELAY_CERT', 'is not set'],
  ['no key', { SMTP_RELAY_CERT: ours.SMTP_RELAY_CERT }, 'SMTP_RELAY_KEY', 'is not set'],
  ['a missing file', { ...ours, SMTP_RELAY_KEY: '/none' }, 'SMTP_RELAY_KEY', 'existing file'],
  ['another file', { ...ours, SMTP_RELAY_CERT: noPem }, 'SMTP_RELAY_CERT', "isn't a certificate"],
  ['no private key', { ...ours, SMTP_RELAY_KEY: noPem }, 'SMTP_RELAY_KEY', "isn't a private key"],
  [
    "another certificate's key",
    { ...ours, SMTP_RELAY_KEY: theirs.SMTP_RELAY_KEY },
    'SMTP_RELAY_KEY',
    "isn't the key of the certificate",
  ],
  ['one port for both', { ...ours, SMTP_RELAY_TLS_PORT: '587' }, 'SMTP_RELAY_TLS_PORT', 'is 587'],
  ["the app's port", { ...ours, PORT: '587' }, 'SMTP_RELAY_PORT', 'is 587'],
  ['no port', { ...ours, SMTP_RELAY_PORT: '99999' }, 'SMTP_RELAY_PORT', '65535'],
])('refuses %s', (_what, given, setting, text) => {
  expect(problemsOf({ SMTP_RELAY_PORT: '587', ...given })).toEqual([
    [setting, expect.stringContaining(text)],
  ])
})

it("has the host of PUBLIC_URL unless it's set, and an IPv6 address without brackets", () => {
  const publicUrl = 'https://[2001:db8::7]:8443'
  expect(relayHostOf({ publicUrl, relay: {} })).toBe('2001:db8::7')
  expect(relayHostOf({ publicUrl, relay: { host: 'mail.ours.example' } })).toBe('mail.ours.example')
})
