// Tests errors, rate limits and graceful shutdown.
import { once } from 'node:events'
import { connect } from 'node:net'
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { errorBody } from '@invoice-desk/contract/http/errors'
import { changeAccount } from '@invoice-desk/contract/identity/accounts'
import {
  getAccount,
  startGoogleSignIn,
  validateGoogleSignIn,
} from '@invoice-desk/contract/identity/identity'
import { getHealth } from '@invoice-desk/contract/system/system'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { submit } from '@invoice-desk/testing/contractor/submit'
import { STAFF } from '@invoice-desk/testing/people'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RATE_LIMITS } from '../../src/http/rate-limits.ts'

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

describe('errors', () => {
  it('answers unknown calls with 404, JSON and a request id', async () => {
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
    ['an unsupported type', 'code=1', 'text/plain', 415, 'unsupported_media_type'],
    [
      'a body over 64 kB',
      JSON.stringify({ code: 'x'.repeat(70_000) }),
      'application/json',
      413,
      'payload_too_large',
    ],
    ['a wrong type', '{"code":5}', 'application/json', 400, 'invalid_input'],
    ['a body that is not an object', '"x"', 'application/json', 400, 'invalid_input'],
    [
      'a __proto__ field',
      '{"__proto__":{"admin":true},"code":"x"}',
      'application/json',
      400,
      'malformed_request',
    ],
  ])('refuses %s without revealing internals', async (_name, body, type, status, code) => {
    const response = await post(body, type)
    const answer = errorBody.strict().parse(await response.json())
    expect([response.status, answer.code]).toEqual([status, code])
    expect(JSON.stringify(answer)).not.toMatch(/zod|fastify|node_modules|at .*\.ts|SyntaxError/i)
  })

  it('hides the cause of an internal error', async () => {
    const { pool } = desk.desk.dependencies.database
    await pool.query('ALTER TABLE rate_limit RENAME TO rate_limit_renamed')
    await pool.query('ALTER TABLE audit_event RENAME TO audit_event_renamed')
    try {
      const { body } = await desk.call(changeAccount)
      expect(body.code).toBe('sign_in_required')
      await expect(desk.signIn('sam.staff@harborfinch.example')).rejects.toThrow(
        '{"error":"Something went wrong on our side. Please try again.","code":"internal"}',
      )
    } finally {
      await pool.query('ALTER TABLE rate_limit_renamed RENAME TO rate_limit')
      await pool.query('ALTER TABLE audit_event_renamed RENAME TO audit_event')
    }
  })
})

describe('limits', () => {
  it('refuses an IP address that starts too many sign-ins, and says how long to wait', async () => {
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

  it('counts a caller by the address the proxy saw, and IPv6 by /64', async () => {
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

  it('ignores forwarded addresses without a trusted proxy, limits every call, and warns once', async () => {
    const small = await startTestDesk({ REQUESTS_PER_MINUTE: '3', TRUST_PROXY: 'false' })
    const warn = vi.spyOn(small.desk.dependencies.log, 'warn')
    try {
      const statuses: number[] = []
      for (let n = 0; n < 4; n += 1) statuses.push((await small.call(getHealth)).status)
      expect(statuses).toEqual([200, 200, 200, 429])
      const texts = warn.mock.calls.flat().filter((text) => String(text).includes('TRUST_PROXY'))
      expect(texts).toEqual([
        expect.stringContaining('count as one address until you set TRUST_PROXY.'),
      ])
    } finally {
      await small.close()
    }
  })
})

describe('close', () => {
  it('does not wait for connections without a request', async () => {
    const other = await startTestDesk()
    const { hostname, port } = new URL(other.url)
    const idle = connect(Number(port), hostname)
    await once(idle, 'connect')
    await fetch(`${other.url}/api/health`)
    const ended = once(idle, 'close')
    await Promise.all([other.stop(), ended])
  })

  it('ends a connection after its running response', async () => {
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
    const closing = other.stop()
    let bytes = 0
    reader.on('data', (piece) => {
      bytes += piece.length
    })
    reader.resume()
    await Promise.all([once(reader, 'close'), closing])
    expect(bytes).toBeGreaterThan(content.length / 2)
  })

  it('finishes a running request and then refuses new ones', async () => {
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
    await other.stop()
  })
})
