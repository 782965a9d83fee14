// Signing in to the portal by link and by email, and every refusal.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'
import { beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { HumanCheckError } from '../../../shared/api/human-check.ts'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { enterWithEmail, enterWithToken, isTokenRefused, type PortalCalls } from './portal-flow.ts'
import { createTokenStore, type TokenStore } from './token-store.ts'

const EMAIL = 'kim@vendor.example'
let store: TokenStore
let requests: string[]

beforeEach(() => {
  store = createTokenStore(
    openStorage(() => {
      throw new Error('blocked')
    }),
  )
  requests = []
})

const serverError = (code: ErrorCode, body: object = {}) =>
  new ApiError(ERRORS[code].text, { code, status: ERRORS[code].status, body })
const NO_ANSWER = new ApiError('The server cannot be reached.', { code: 'network' })

/** Stubbed calls that know one link and one vendor, with optional failures. */
const calls = (failures: Partial<Record<keyof PortalCalls, Error>> = {}): PortalCalls => {
  const answer = async <T>(name: keyof PortalCalls, input: string, result: T): Promise<T> => {
    requests.push(`${name} ${input}`)
    if (failures[name]) throw failures[name]
    return result
  }
  return {
    verify: (token) => answer('verify', token, { valid: true, email: EMAIL }),
    check: (email, token) => answer('check', `${email} ${token}`, { vendor: 'Kim & Co' }),
    send: (email) => answer('send', email, {}),
  }
}

const enterByLink = (failures = {}) => enterWithToken('t1', { calls: calls(failures), store })
const enterByEmail = (email: string, failures = {}) =>
  enterWithEmail(email, { calls: calls(failures), store })

describe('by link', () => {
  it('verifies the token, checks the vendor and keeps the token', async () => {
    const contractor = { email: EMAIL, vendor: 'Kim & Co', token: 't1' }
    expect(await enterByLink()).toEqual({ status: 'approved', contractor })
    expect(requests).toEqual(['verify t1', `check ${EMAIL} t1`])
    expect(store.read()).toBe('t1')
  })

  it.each([
    ['token_invalid', 'Invalid token'],
    ['token_expired', 'Token has expired'],
    ['token_missing', 'No token provided'],
    ['invalid_input', 'Invalid or expired verification link. Please try again.'],
  ] as const)('reports %s: %s', async (code, message) => {
    const outcome = await enterByLink({ verify: serverError(code) })
    expect(outcome).toMatchObject({ status: 'asking', refusal: { message }, token: undefined })
    expect(store.read()).toBeUndefined()
  })

  it('shows the message of a server without codes, and forgets the token', async () => {
    const errorWith = (text: string, body = {}) =>
      new ApiError(text, { code: 'refused', status: 200, body })
    store.keep('t1')
    const verify = errorWith('This link is too old.', { valid: false, email: null })
    expect(await enterByLink({ verify })).toMatchObject({
      refusal: { message: 'This link is too old.' },
    })
    expect(store.read()).toBeUndefined()
    store.keep('t1')
    await enterByEmail(EMAIL, { verify })
    expect(requests.at(-1)).toBe(`send ${EMAIL}`)
    expect(isTokenRefused(errorWith('Token has expired'))).toBe(true)
    expect(isTokenRefused(errorWith('Something else'))).toBe(false)
  })

  it('is refused as not approved when the answer has no vendor', async () => {
    const parts = { calls: { ...calls(), check: async () => ({}) }, store }
    expect(await enterWithToken('t1', parts)).toMatchObject({
      refusal: { kind: 'not-approved', message: ERRORS.contractor_not_approved.text },
    })
  })

  it('fills in the email of an expired link', async () => {
    const verify = serverError('token_expired', { email: EMAIL })
    expect(await enterByLink({ verify })).toMatchObject({ email: EMAIL })
  })

  it('reports that verification failed when there is no answer', async () => {
    expect(await enterByLink({ verify: NO_ANSWER })).toMatchObject({
      refusal: { message: 'Failed to verify email. Please try again.' },
      token: 't1',
    })
  })

  it('reports a contractor who is not approved', async () => {
    const check = serverError('contractor_not_approved')
    expect(await enterByLink({ check })).toMatchObject({
      status: 'asking',
      email: EMAIL,
      refusal: { kind: 'not-approved', message: ERRORS.contractor_not_approved.text },
    })
  })

  it('reports that the vendor check failed when there is no answer', async () => {
    expect(await enterByLink({ check: NO_ANSWER })).toMatchObject({
      email: EMAIL,
      refusal: { message: 'Failed to verify vendor status. Please try again.' },
      token: 't1',
    })
    expect(store.read()).toBe('t1')
  })

  it('does not remove a different kept token', async () => {
    store.keep('other')
    await enterByLink({ verify: serverError('token_invalid') })
    expect(store.read()).toBe('other')
  })
})

describe('by email', () => {
  it('sends a link when no token is kept', async () => {
    expect(await enterByEmail(' Kim@Vendor.example ')).toEqual({ status: 'sent', email: EMAIL })
    expect(requests).toEqual([`send ${EMAIL}`])
  })

  it('uses the kept token when it belongs to that email', async () => {
    store.keep('t1')
    expect(await enterByEmail(' KIM@vendor.example')).toMatchObject({ status: 'approved' })
    expect(requests).toEqual(['verify t1', `check ${EMAIL} t1`])
  })

  it('sends a link to another email, and keeps the token until that link is opened', async () => {
    store.keep('t1')
    expect(await enterByEmail('lee@vendor.example')).toMatchObject({ status: 'sent' })
    expect(store.read()).toBe('t1')
  })

  it.each(['token_expired', 'token_invalid'] as const)(
    'sends a link when the kept token is refused as %s',
    async (code) => {
      store.keep('t1')
      expect(await enterByEmail(EMAIL, { verify: serverError(code) })).toMatchObject({
        status: 'sent',
      })
      expect(store.read()).toBeUndefined()
    },
  )

  it('sends a link when the token expires between two calls', async () => {
    store.keep('t1')
    const check = serverError('token_invalid')
    expect(await enterByEmail(EMAIL, { check })).toMatchObject({ status: 'sent' })
  })

  it('sends nothing when the kept token cannot be verified', async () => {
    store.keep('t1')
    expect(await enterByEmail(EMAIL, { verify: NO_ANSWER })).toMatchObject({
      status: 'asking',
      email: EMAIL,
      refusal: { message: 'Failed to verify email. Please try again.' },
    })
    expect(requests).toEqual(['verify t1'])
  })

  it('reports that sending failed, with the server’s reason', async () => {
    const message = 'Failed to send verification email'
    const send = serverError('rate_limited')
    expect(await enterByEmail(EMAIL, { send })).toMatchObject({
      refusal: { message, advice: ERRORS.rate_limited.text },
    })
    expect(await enterByEmail(EMAIL, { send: serverError('verification_mail_failed') })).toEqual({
      status: 'asking',
      email: EMAIL,
      refusal: { message },
    })
    const check = new HumanCheckError(ERRORS.not_human.text)
    expect(await enterByEmail(EMAIL, { send: check })).toMatchObject({
      email: EMAIL,
      refusal: { message, advice: ERRORS.not_human.text },
    })
    expect(await enterByEmail(EMAIL, { send: NO_ANSWER })).toMatchObject({ refusal: { message } })
  })
})

describe('a session', () => {
  it.each(['token_missing', 'token_invalid', 'token_expired'] as const)('ends with %s', (code) => {
    expect(isTokenRefused(serverError(code))).toBe(true)
  })

  it('continues after any other failure', () => {
    expect(isTokenRefused(serverError('submit_failed'))).toBe(false)
    expect(isTokenRefused(NO_ANSWER)).toBe(false)
  })
})
