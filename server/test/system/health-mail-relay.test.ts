// Tests what the health check finds out about the mail relay.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unavailableDatabase } from '../../src/db/unavailable.ts'
import type { Config } from '../../src/settings/config.ts'
import { closedUrl, createTestService, problemOf, textsOf } from '../support/service-checks.ts'
import { CERTIFICATE, certificateFor } from '../support/tls-proxy.ts'

let desk: TestDesk
let ports: { port: number; tlsPort: number }
const servers: SMTPServer[] = []

/** A mail server like the relay's, with a certificate for localhost. */
const startServer = async (secure: boolean, certificate = CERTIFICATE): Promise<number> => {
  const server = new SMTPServer({ secure, ...certificate })
  servers.push(server)
  server.listen(0, 'localhost')
  await once(server.server, 'listening')
  return (server.server.address() as AddressInfo).port
}

beforeAll(async () => {
  desk = await startTestDesk()
  ports = { port: await startServer(false), tlsPort: await startServer(true) }
})
afterAll(async () => {
  for (const server of servers) server.close(() => {})
  await desk.close()
})

const test = createTestService(() => desk)
type Relay = Partial<Config['relay']>
const withRelay = (change: Relay = {}) => ({
  config: (config: Config) => ({ relay: { ...config.relay, ...ports, ...change } }),
})

it('is skipped while the relay is off', async () => {
  const off = withRelay({ port: undefined, tlsPort: undefined })
  const [found, ...others] = await test('mail_relay', off)
  expect([found?.state, found?.text, others]).toEqual([
    'skipped',
    expect.stringContaining('set SMTP_RELAY_PORT'),
    [],
  ])
})

describe('with a certificate that everyone trusts', () => {
  beforeEach(() => setDefaultCACertificates([...getCACertificates(), CERTIFICATE.cert]))
  afterEach(() => setDefaultCACertificates(getCACertificates('bundled')))

  it('is fine, and names what no one has connected yet', async () => {
    const findings = await test('mail_relay', withRelay())
    expect(textsOf(findings, 'ok')).toEqual([
      `The relay answers at localhost:${ports.port}, with STARTTLS.`,
      `The relay answers at localhost:${ports.tlsPort}, with TLS.`,
      expect.stringMatching(/^The certificate is valid for another \d+ days/),
      'The certificate is for localhost.',
      `Gmail's consent returns to ${desk.url}/auth/gmail/redirect, which is registered.`,
    ])
    expect(textsOf(findings, 'note')).toEqual([
      `No Gmail account is connected yet. People connect theirs at ${desk.url}/mail-relay.`,
    ])
    expect(findings).toHaveLength(6)
  })

  it('has a problem two weeks before the certificate expires, and after it did', async () => {
    const problemWith = async (days: number) => {
      const tlsPort = await startServer(true, certificateFor(days))
      return problemOf(await test('mail_relay', withRelay({ port: undefined, tlsPort })))
    }
    expect(await problemWith(9)).toMatch(/expires in \d days.*SMTP_RELAY_CERT/)
    expect(await problemWith(-1)).toMatch(/has expired.*SMTP_RELAY_CERT/)
  })

  it('has a problem if the certificate is for another name', async () => {
    // Leads to this machine too.
    const found = problemOf(await test('mail_relay', withRelay({ host: '127.0.0.1' })))
    expect(found).toContain("The certificate isn't for 127.0.0.1.")
  })
})

it('notes a certificate that only this business knows', async () => {
  const findings = await test('mail_relay', withRelay())
  expect(textsOf(findings, 'problem')).toEqual([])
  expect(textsOf(findings, 'note')[0]).toContain("isn't from a public authority")
})

it('has a problem if nothing or something else answers', async () => {
  const closed = Number(new URL(await closedUrl()).port)
  const found = problemOf(await test('mail_relay', withRelay({ port: closed })))
  expect(found).toMatch(/^Nothing answers at localhost:\d+\. Start the app .* SMTP_RELAY_HOST/)
  const other = createServer((_, answer) => answer.end()).listen(0, 'localhost')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const swapped = problemOf(await test('mail_relay', withRelay({ tlsPort: port })))
  other.close()
  expect(swapped).toContain(`The mail relay at localhost:${port} couldn't start TLS.`)
})

it("has a problem if Google doesn't know the address of the consent", async () => {
  const config = (all: Config) => ({
    publicUrl: 'https://elsewhere.example',
    relay: { ...all.relay, ...ports, host: 'localhost' },
  })
  const found = problemOf(await test('mail_relay', { config }))
  expect(found).toMatch(/^https:\/\/elsewhere\.example\/auth\/gmail\/redirect isn't registered/)
})

it('names the Gmail accounts that must be connected again', async () => {
  await desk.rows.addRelayMailbox(STAFF, { address: 'fine@gmail.com' })
  const away = { state: 'withdrawn', refreshToken: null } as const
  await desk.rows.addRelayMailbox(STAFF, { address: 'away@gmail.com', ...away })
  const findings = await test('mail_relay', withRelay())
  expect(textsOf(findings, 'ok')).toContain('Connected: fine@gmail.com.')
  expect(problemOf(findings)).toMatch(
    /send from away@gmail\.com.*connect it again at .*\/mail-relay/,
  )
  const dependencies = { database: unavailableDatabase(new Error('away')) }
  const without = await test('mail_relay', { ...withRelay(), dependencies })
  expect(textsOf(without, 'skipped')).toEqual([expect.stringContaining('without the database')])
})
