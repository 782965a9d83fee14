// Calls against a real HTTP server with canned responses.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { getAccount, startGoogleSignIn } from '@invoice-desk/contract/identity/identity'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import { verifyChallenge } from '@invoice-desk/contract/retailer/retailer'
import { deleteVendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call, perform } from './api.ts'
import type { ApiError } from './api-error.ts'
import { onTokenRejected, setCredentials } from './credentials.ts'

type Answer = { status: number; body: string; type?: string }

let server: Server
let base: string
let answer: Answer
let received: { url: string | undefined; authorization: string | undefined }

const json = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) })

/** Browsers accept a path; Node needs the full URL. */
const at = <E extends Endpoint>(endpoint: E): E => ({ ...endpoint, path: base + endpoint.path })

const failureOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('The call succeeded')),
    (error: ApiError) => error,
  )

beforeEach(async () => {
  server = createServer((request, response) => {
    received = { url: request.url, authorization: request.headers.authorization }
    const { status, body, type = 'application/json' } = answer
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  base = `http://localhost:${(server.address() as AddressInfo).port}`
  setCredentials({ subject: 'sam@example.com', token: 'mine' })
})

afterEach(async () => {
  setCredentials(undefined)
  await new Promise((resolve) => server.close(resolve))
})

const account = { email: 'sam@example.com', name: '', admin: false, tools: [] }

describe('a call', () => {
  it('sends the token where an account is needed', async () => {
    answer = json(200, account)
    expect(await call(at(getAccount))).toEqual(account)
    expect(received.authorization).toBe('Bearer mine')
  })

  it('sends no token to a public endpoint, and encodes its query', async () => {
    answer = json(200, { url: 'https://id.example/consent' })
    await call(at(startGoogleSignIn), { query: { redirect: '/a?b=c&d' } })
    expect(received).toEqual({
      url: '/api/auth/google/start?redirect=%2Fa%3Fb%3Dc%26d',
      authorization: undefined,
    })
  })
})

describe('a failure', () => {
  it('has the server’s code, status, field and message', async () => {
    answer = json(409, { error: 'This is taken.', code: 'account_exists', field: 'email' })
    expect(await failureOf(call(at(getAccount)))).toMatchObject({
      message: 'This is taken.',
      code: 'account_exists',
      status: 409,
      field: 'email',
    })
  })

  it('is any response with an error, whatever its status', async () => {
    answer = json(200, { ...account, error: 'We could not look.' })
    expect(await failureOf(call(at(getAccount)))).toMatchObject({
      message: 'We could not look.',
      code: 'refused',
      status: 200,
    })
    answer = json(200, { ...account, error: '' })
    expect(await call(at(getAccount))).toEqual(account)
  })

  it('can be plain text where the endpoint allows it', async () => {
    answer = { status: 409, body: 'It is in use.', type: 'text/plain; charset=utf-8' }
    const error = await failureOf(perform(at(deleteVendorMapping), { body: { id: '1' } }))
    expect(error).toMatchObject({ message: 'It is in use.', status: 409 })
    // Elsewhere plain text comes from a proxy.
    expect((await failureOf(call(at(getAccount)))).code).toBe('invalid_json')
  })

  it('is reported when the response is not JSON', async () => {
    answer = { status: 502, body: '<h1>Bad gateway</h1>' }
    const error = await failureOf(call(at(getAccount)))
    expect(error).toMatchObject({ message: 'Invalid JSON response', status: 502 })
  })

  it('is reported when the response breaks the contract', async () => {
    answer = json(200, { email: 7 })
    expect(await failureOf(call(at(getAccount)))).toMatchObject({
      code: 'invalid_response',
      body: { email: 7 },
    })
  })

  it('is reported when the server is unreachable', async () => {
    const endpoint = at(getAccount)
    await new Promise((resolve) => server.close(resolve))
    expect(await failureOf(call(endpoint))).toMatchObject({ code: 'network', status: 0 })
    server.listen(0)
  })
})

describe('a success whose body is ignored', () => {
  const verify = () => perform(at(verifyChallenge), { body: { type: '2fa', code: '1' } })

  it.each(['', 'OK', '[]', '{"done":1}'])('counts regardless of its body: %s', async (body) => {
    answer = { status: 200, body }
    expect(await verify()).toBeUndefined()
  })

  it.each([
    [' <!doctype html>', 'text/plain'],
    ['Sign in to this network', 'text/html; charset=utf-8'],
  ])('is not a web page: %s', async (body, type) => {
    answer = { status: 200, body, type }
    expect((await failureOf(verify())).code).toBe('invalid_json')
  })

  it('is parsed when possible', async () => {
    answer = json(200, { verified: true })
    expect(await verify()).toEqual({ verified: true })
  })

  it('is a payment that went through', async () => {
    answer = { status: 200, body: '' }
    const body = { invoices: [], amount: 1, companyName: '', payerName: '', email: '' }
    const card = { ...body, paymentMethodId: 'pm_1', invoiceNumbers: '' }
    expect((await call(at(createCardPayment.stripe), { body: card })).status).toBe('succeeded')
    for (const body of ['<h1>Sign in</h1>', 'OK', '{"status":']) {
      answer = { status: 200, body }
      const error = await failureOf(call(at(createCardPayment.stripe), { body: card }))
      expect(error.code).toBe('invalid_json')
    }
    server.removeAllListeners('request').on('request', (_request, response) => {
      response.writeHead(200, { 'content-length': 50 }).write('{"status":')
      setImmediate(() => response.destroy())
    })
    expect((await failureOf(call(at(createCardPayment.stripe), { body: card }))).code).toBe(
      'network',
    )
  })
})

describe('a missing response', () => {
  it('times out after the call’s own limit', async () => {
    const late = Promise.withResolvers<void>()
    server.removeAllListeners('request').on('request', async (_request, response) => {
      await late.promise
      response.writeHead(200).end(JSON.stringify(account))
    })
    const error = await failureOf(call(at(getAccount), { timeoutMs: 1 }))
    expect(error).toMatchObject({ code: 'timeout', status: 0 })
    const waiting = call(at(getAccount), { timeoutMs: 60_000 })
    late.resolve()
    expect(await waiting).toEqual(account)
  })
})

describe('a rejected token', () => {
  const refusals = () => {
    let count = 0
    onTokenRejected(() => {
      count += 1
    })
    return () => count
  }

  it('ends the session', async () => {
    const count = refusals()
    answer = json(401, { error: 'Your sign-in has expired.', code: 'session_expired' })
    await failureOf(call(at(getAccount)))
    expect(count()).toBe(1)
  })

  it('ends the session when the server sends no codes', async () => {
    const count = refusals()
    answer = json(401, { error: 'jwt expired' })
    await failureOf(call(at(getAccount)))
    expect(count()).toBe(1)
  })

  it('keeps the session when the call used another token', async () => {
    const count = refusals()
    answer = json(401, { error: 'Please sign in.', code: 'sign_in_required' })
    await failureOf(call(at(getAccount), { token: 'another' }))
    expect(count()).toBe(0)
  })

  it('keeps the session when the account only lacks permission', async () => {
    const count = refusals()
    answer = json(403, { error: 'No.', code: 'tool_not_enabled' })
    await failureOf(call(at(getAccount)))
    expect(count()).toBe(0)
  })
})
