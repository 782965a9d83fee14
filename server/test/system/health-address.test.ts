// The test of the public address, through a TLS proxy, and the probe that answers it.
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { probe } from '@invoice-desk/contract/system/service-checks'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProbeTokens } from '../../src/features/system/health/probe.ts'
import { runCheck } from '../../src/features/system/health/run-check.ts'
import { CERTIFICATE, certificateFor, startTlsProxy } from '../support/tls-proxy.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

/** The texts of what was found, by state. */
const test = async (publicUrl: string, changed = {}) => {
  const { config, ...rest } = desk.desk.dependencies
  const deps = { ...rest, config: { ...config, publicUrl, ...changed } }
  const found = await runCheck(deps, 'public_address')
  const textsOf = (state: string) =>
    found.filter((each) => each.state === state).map(({ text }) => text)
  for (const { state, fix } of found) if (state === 'problem') expect(fix).toBeTruthy()
  return { ok: textsOf('ok'), problems: textsOf('problem'), notes: textsOf('note') }
}

const trust = ({ cert }: typeof CERTIFICATE) =>
  setDefaultCACertificates([...getCACertificates(), cert])

describe('the public address', () => {
  it('is refused with a certificate that browsers would not trust', async () => {
    await using proxy = await startTlsProxy(desk.url)
    const { problems } = await test(proxy.url)
    expect(problems).toEqual([expect.stringContaining("isn't from an authority")])
  })

  describe('with a trusted certificate', () => {
    beforeAll(() => trust(CERTIFICATE))
    afterAll(() => setDefaultCACertificates(getCACertificates('bundled')))

    it('is fine if the proxy sends the right headers', async () => {
      await using proxy = await startTlsProxy(desk.url)
      expect(await test(proxy.url)).toEqual({
        ok: [
          expect.stringMatching(/^The certificate is valid for another \d+ days/),
          `The app answers at ${proxy.url}.`,
          'The address leads to this installation.',
          'A 10 MB upload works.',
          'The proxy says which address visitors have, and the app trusts it.',
        ],
        problems: [],
        // The desk itself has no TLS, so it doesn't send it.
        notes: ['The proxy removes the Strict-Transport-Security header.'],
      })
    })

    it('has a problem two weeks before the certificate expires', async () => {
      const certificate = certificateFor(13)
      trust(certificate)
      await using proxy = await startTlsProxy(desk.url, { certificate })
      const { problems } = await test(proxy.url)
      expect(problems).toEqual([expect.stringMatching(/^The certificate expires in \d+ days/)])
    })

    it('has a problem if the proxy believes the address that visitors claim', async () => {
      await using proxy = await startTlsProxy(desk.url, { passesClaims: true })
      const { problems } = await test(proxy.url)
      expect(problems).toEqual([expect.stringContaining('passes on the X-Forwarded-For header')])
    })

    it('has a problem if the proxy refuses large uploads', async () => {
      await using proxy = await startTlsProxy(desk.url, { bodyBytesMax: 1_000_000 })
      expect((await test(proxy.url)).problems).toEqual(['The proxy refuses a 10 MB upload.'])
    })

    it('has a problem if the app behind the proxy is not running', async () => {
      await using proxy = await startTlsProxy('http://localhost:2')
      const { problems } = await test(proxy.url)
      expect(problems).toEqual([expect.stringContaining("the app behind it doesn't (502)")])
    })
  })

  it('has a problem if it leads to an app with another key', async () => {
    const keyring = { current: Buffer.alloc(32, 8), previous: [] }
    const { problems } = await test(desk.url, { keyring })
    expect(problems).toEqual([expect.stringContaining('a different installation')])
  })

  it.each<[string, number, Record<string, string>, object, string]>([
    [
      'redirects',
      301,
      { location: 'https://www.business.com/' },
      {},
      'redirects to https://www.business.com/.',
    ],
    [
      'says that it has no database',
      503,
      {},
      { code: 'unavailable', error: 'Not now.' },
      "but its database or job queue isn't working.",
    ],
    ['is of another program', 200, {}, { up: true }, 'Something other than this app answers'],
  ])('has a problem if the answer %s', async (_, status, headers, body, text) => {
    const server = createServer((_, answer) =>
      answer.writeHead(status, headers).end(JSON.stringify(body)),
    )
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const { port } = server.address() as AddressInfo
    const { problems } = await test(`http://localhost:${port}`).finally(() => server.close())
    expect(problems).toEqual([expect.stringContaining(text)])
  })

  it('has a problem if nothing answers there', async () => {
    expect((await test('http://localhost:2')).problems).toEqual(['Nothing answers at localhost:2.'])
  })
})

describe('the probe', () => {
  const tokens = (now?: () => number) => createProbeTokens({ keyring: KEYRING }, now)
  const send = async (token: string, body: FormData = formOf('x')) => {
    const url = `${desk.url}${probe.path}?token=${token}`
    const answer = await fetch(url, { method: 'POST', body })
    return { status: answer.status, body: await answer.json() }
  }
  const formOf = (content: string) => {
    const form = new FormData()
    form.append('file', new Blob([content]), 'a.bin')
    return form
  }

  it('says what the app sees', async () => {
    const { body } = await send(tokens().seal('probe'), formOf('12345'))
    const { host } = new URL(desk.url)
    expect(body).toMatchObject({ bytes: 5, protocol: 'http', host, forwardedFor: 0 })
  })

  it.each([
    ['wrong', () => 'wrong'],
    ['expired', () => tokens(() => Date.now() - 150_000).seal('probe')],
  ])('does not exist with a token that is %s', async (_, token) => {
    expect(await send(token())).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('refuses a wrong token before the body arrives', async () => {
    const call = request(`${desk.url}${probe.path}?token=wrong`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 10_000_000 },
    })
    call.flushHeaders()
    const status = await new Promise((resolve, reject) => {
      call.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject)
    })
    call.on('error', () => {}).destroy()
    expect(status).toBe(404)
  })
})
