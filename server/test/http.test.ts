// What every request passes: errors, headers, limits, pages, and a close that finishes what is in flight.

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { listVendorBills } from '@invoice-desk/contract/contractor'
import { errorBody } from '@invoice-desk/contract/errors'
import {
  changeAccount,
  getAccount,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity'
import { getHealth } from '@invoice-desk/contract/system'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { STAFF } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RATE_LIMITS } from '../src/http/rate-limits.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startTestDesk()
})
afterAll(() => desk.close())

const post = (body: string, type = 'application/json') =>
  fetch(`${desk.url}${validateGoogleSignIn.path}`, {
    method: 'POST',
    headers: { 'content-type': type, 'x-forwarded-for': '192.0.2.1' },
    body,
  })

/** A path byte for byte, by any name of this server: `fetch` would tidy up the one and not allow the other. */
const ask = async (path: string, { method = 'GET', ...headers }: Record<string, string> = {}) => {
  const { hostname, port } = new URL(desk.url)
  const asking = request({ hostname, port, path, method, headers }).end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return { status: answer.statusCode, location: answer.headers.location, headers: answer.headers }
}

describe('errors', () => {
  it('answers unknown calls with 404 JSON and a request id', async () => {
    const response = await fetch(`${desk.url}/api/nothing-here?x=1`)
    expect(response.status).toBe(404)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({
      error: "We couldn't find that.",
      code: 'not_found',
    })
  })

  it.each([
    ['broken JSON', '{"code":', 'application/json', 400, 'malformed_request'],
    ['a type it does not take', 'code=1', 'text/plain', 415, 'unsupported_media_type'],
    [
      'a body over 64 kB',
      JSON.stringify({ code: 'x'.repeat(70_000) }),
      'application/json',
      413,
      'payload_too_large',
    ],
    ['a wrong type', '{"code":5}', 'application/json', 400, 'invalid_input'],
    ['a body that is no object', '"x"', 'application/json', 400, 'invalid_input'],
    [
      'a prototype in disguise',
      '{"__proto__":{"admin":true},"code":"x"}',
      'application/json',
      400,
      'malformed_request',
    ],
  ])('refuses %s without a trace of internals', async (_name, body, type, status, code) => {
    const response = await post(body, type)
    const answer = errorBody.strict().parse(await response.json())
    expect([response.status, answer.code]).toEqual([status, code])
    expect(JSON.stringify(answer)).not.toMatch(/zod|fastify|node_modules|at .*\.ts|SyntaxError/i)
  })

  it('hides the reason of a failure of its own', async () => {
    const { pool } = desk.desk.dependencies.database
    await pool.query('ALTER TABLE rate_limit RENAME TO rate_limit_gone')
    await pool.query('ALTER TABLE audit_event RENAME TO audit_event_gone')
    try {
      const { body } = await desk.call(changeAccount)
      expect(body.code).toBe('sign_in_required')
      await expect(desk.signIn('sam.staff@harborfinch.example')).rejects.toThrow(
        '{"error":"Something went wrong on our side. Please try again.","code":"internal"}',
      )
    } finally {
      await pool.query('ALTER TABLE rate_limit_gone RENAME TO rate_limit')
      await pool.query('ALTER TABLE audit_event_gone RENAME TO audit_event')
    }
  })
})

describe('limits', () => {
  it('refuses an address that begins too many sign-ins, and says how long to wait', async () => {
    const from = '198.51.100.7'
    const { points } = RATE_LIMITS.sign_in
    for (let n = 0; n < points; n += 1) {
      expect((await desk.call(startGoogleSignIn, { from })).status).toBe(200)
    }
    const refused = await desk.call(startGoogleSignIn, { from })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(refused.body.error).toMatch(
      /^Too many requests\. Try again in (1 minute|\d\d? seconds?)\.$/,
    )
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(RATE_LIMITS.sign_in.seconds)
    expect((await desk.call(startGoogleSignIn, { from: '198.51.100.8' })).status).toBe(200)
  })

  it('counts a caller by the address the proxy saw, and IPv6 by /64, whatever the caller writes', async () => {
    const { points } = RATE_LIMITS.sign_in
    const refusals = async (fromOf: (n: number) => string) => {
      let refused = 0
      for (let n = 0; n < points + 5; n += 1) {
        const { status } = await desk.call(startGoogleSignIn, { from: fromOf(n) })
        if (status === 429) refused += 1
      }
      return refused
    }
    expect(await refusals((n) => `192.0.2.${n}, 198.51.100.20`)).toBe(5)
    expect(await refusals((n) => `192.0.2.${n}, 2001:db8:7:7:${n}::9`)).toBe(5)
    expect((await desk.call(startGoogleSignIn, { from: '2001:db8:7:8::9' })).status).toBe(200)
    expect((await desk.call(startGoogleSignIn, { from: '::ffff:198.51.100.20' })).status).toBe(429)
  })

  it('believes no one about addresses without a proxy, limits every call, and says once that there seems to be one', async () => {
    const small = await startTestDesk({ REQUESTS_PER_MINUTE: '3', TRUST_PROXY: 'false' })
    const warn = vi.spyOn(small.desk.dependencies.log, 'warn')
    try {
      const statuses: number[] = []
      for (let n = 0; n < 4; n += 1) statuses.push((await small.call(getHealth)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      const texts = warn.mock.calls.flat().filter((text) => String(text).includes('TRUST_PROXY'))
      expect(texts).toEqual([
        expect.stringContaining('counted as one address until TRUST_PROXY names the proxy.'),
      ])
    } finally {
      await small.close()
    }
  })
})

describe('pages', () => {
  it('serves the document with settings, a fresh nonce and a policy without inline script', async () => {
    const [first, second] = await Promise.all([fetch(desk.url), fetch(`${desk.url}/privacy`)])
    const policy = first.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const html = await first.text()
    expect(html).toContain(`content="${nonce}"`)
    expect(html).toContain('"businessName":"Harbor & Finch Studio"')
    expect(second.headers.get('content-security-policy')).not.toContain(nonce)
    expect(policy).toMatch(/script-src 'self'(;| http)/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('cache-control')).toBe('no-store')
  })

  it('says whose page it is and what for before any script has run', async () => {
    const text = async (path: string) => (await fetch(desk.url + path)).text()
    const html = await text('/pay-invoice?invoiceNumber=1')
    expect(html).toContain('<title>Pay Invoice · Harbor &amp; Finch Studio</title>')
    expect(html).toContain('<h1>Pay Invoice</h1><p>Look up an invoice from Harbor &amp; Finch')
    expect(html).toContain('name="description" content="Look up an invoice')
    const staff = await text('/approve-invoice')
    expect(staff).toContain('Harbor &amp; Finch Studio</header>')
    expect(staff).not.toContain('<h1>')
  })

  it.each([
    ...[
      '/no-such-page',
      '/test-auth/more',
      '/index.html',
      '/index.html.bak',
      '/%F0%9F%A7%BE?x=1',
      '/x#%zz',
    ],
    ...['//evil.example/', '//evil.example/pay-invoice', '/\\evil.example', '/%5cevil.example/'],
    ...['/%2Fevil.example', '/%2f%2fpay-invoice', '/pay-invoice%2f'],
  ])('answers %s with 404 and the document, as there is no page', async (path) => {
    const { status, location, headers } = await ask(path)
    expect([status, location]).toEqual([404, undefined])
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  it.each([
    ['/payments', '/payments/admin'],
    ['/pay-invoice/', '/pay-invoice'],
    [
      '/Pay-Invoice?invoice=A%2f1&date=2026-01-02&&x=//',
      '/pay-invoice?invoice=A%2f1&date=2026-01-02&&x=//',
    ],
    ['//pay-invoice//?', '/pay-invoice?'],
    ['/pay%2Dinvoice', '/pay-invoice'],
    ['/auth//Google/redirect/?code=a+b', '/auth/google/redirect?code=a+b'],
    ['//?next=//evil.example', '/?next=//evil.example'],
  ])('leads %s to the one address of its page, %s', async (path, page) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, location, headers } = await ask(path, { method })
      expect([status, location, headers['cache-control']]).toEqual([308, page, 'no-store'])
    }
    expect((await ask(path, { method: 'POST' })).status).toBe(404)
  })

  it('leads from other names of this machine to the public address, but answers calls and files on any', async () => {
    const { port } = new URL(desk.url)
    for (const name of ['127.0.0.1', '[::1]', '0.0.0.0', 'desk.localhost']) {
      const { status, location, headers } = await ask('/Submit-Invoice/?token=a%20b', {
        host: `${name}:${port}`,
      })
      expect([status, location]).toEqual([308, `${desk.url}/submit-invoice?token=a%20b`])
      expect(headers['cache-control']).toBe('no-store')
    }
    const host = `127.0.0.1:${port}`
    expect((await ask('/api/health', { host })).status).toBe(200)
    expect((await ask('/assets/app-0a1b2c3d.js', { host })).status).toBe(200)
    expect((await ask('/no-such-page', { host })).status).toBe(404)
  })

  it.each([
    'localhost',
    'LOCALHOST:{port}',
    '127.0.0.1:1',
    'desk.internal:{port}',
    '10.0.0.7',
    '%%',
  ])('stays where it is for the host %s, which a proxy may have put there', async (name) => {
    const host = name.replace('{port}', new URL(desk.url).port)
    expect((await ask('/pay-invoice', { host })).status).toBe(200)
  })

  it('believes a trusted proxy about the host that its visitor asked for', async () => {
    const { host, port } = new URL(desk.url)
    const behind = { host: `127.0.0.1:${port}`, 'x-forwarded-host': host }
    expect((await ask('/pay-invoice', behind)).status).toBe(200)
  })

  it('keeps hashed files for ever and answers a missing one with 404', async () => {
    const file = await fetch(`${desk.url}/assets/app-0a1b2c3d.js`)
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${desk.url}/assets/app-gone.js`)).status).toBe(404)
    expect((await fetch(`${desk.url}/..%2f..%2fpackage.json`)).status).toBe(404)
  })

  it('shows the contract as a page', async () => {
    const response = await fetch(`${desk.url}/api/docs`)
    expect(await response.text()).toContain('<code>POST /api/auth/google/validate</code>')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
})

describe('close', () => {
  it('does not wait for connections on which nobody asked anything', async () => {
    const other = await startTestDesk()
    const { hostname, port } = new URL(other.url)
    const silent = connect(Number(port), hostname)
    await once(silent, 'connect')
    await fetch(`${other.url}/api/health`)
    const ended = once(silent, 'close')
    await Promise.all([other.close(), ended])
  })

  it('ends a connection with the answer that had begun on it', async () => {
    const other = await startTestDesk()
    const contractor = await addContractor(other)
    const content = Buffer.concat([samplePdf(), Buffer.alloc(8_000_000, ' ')])
    await submit(other, contractor, { file: { name: 'large.pdf', content } })
    const { body } = await other.call(listVendorBills, {
      token: contractor.token,
      body: { vendorName: contractor.vendor, token: contractor.token },
    })
    const link = new URL(body.bills[0].custom_fields[0].value)
    const reader = connect(Number(link.port), link.hostname)
    reader.write(`GET ${link.pathname}${link.search} HTTP/1.1\r\nhost: ${link.host}\r\n\r\n`)
    const [beginning] = await once(reader, 'data')
    expect(String(beginning)).toContain('HTTP/1.1 200')
    reader.pause()
    const closing = other.close()
    let bytes = 0
    reader.on('data', (piece) => {
      bytes += piece.length
    })
    reader.resume()
    await Promise.all([once(reader, 'close'), closing])
    expect(bytes).toBeGreaterThan(content.length / 2)
  })

  it('finishes a request in flight and then refuses new ones', async () => {
    const other = await startTestDesk()
    const { idToken: token } = await other.signIn(STAFF)
    const holder = await other.desk.dependencies.database.pool.connect()
    await holder.query('BEGIN; LOCK TABLE staff_account IN ACCESS EXCLUSIVE MODE')
    const arrival = once(other.desk.app.server, 'request')
    const waiting = other.call(getAccount, { token })
    await arrival
    const closing = other.desk.close()
    await holder.query('COMMIT')
    holder.release()
    expect((await waiting).status).toBe(200)
    await closing
    await expect(fetch(`${other.url}/api/health`)).rejects.toThrow()
    await other.close()
  })
})
