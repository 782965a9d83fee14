import { describe, expect, it } from 'vitest'
import { ProviderError } from '../../../providers/provider-error.ts'
import { failureOf, readIfPossible, within } from './provider-failures.ts'

const causedBy = (code: string) => {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
  return new ProviderError('paypal', 'unavailable', 'no answer', { cause })
}

describe('a call without an answer', () => {
  it.each([
    ['ENOTFOUND', "We can't find the host api.example in DNS."],
    ['UND_ERR_CONNECT_TIMEOUT', "api.example didn't answer in time."],
    ['SELF_SIGNED_CERT_IN_CHAIN', "the certificate at api.example isn't trusted."],
    ['ERR_TLS_CERT_ALTNAME_INVALID', "the certificate at api.example isn't trusted."],
    ['UNEXPECTED', 'PayPal answered with an error.'],
  ])('with %s is explained', (code, text) => {
    const {
      state,
      text: found,
      fix,
    } = failureOf(causedBy(code), 'PayPal', 'https://api.example/v1')
    expect([state, found.endsWith(text), fix !== undefined]).toEqual(['problem', true, true])
  })

  it("never shows the provider's own text", () => {
    const error = new ProviderError('stripe', 'unavailable', 'key sk_live_1 failed')
    expect(JSON.stringify(failureOf(error, 'Stripe', 'https://api.example'))).not.toContain('sk_')
  })
})

it('is a problem that we may not ask right now, because nothing was tested', () => {
  const error = new ProviderError('stripe', 'rate_limited', 'too many')
  expect(failureOf(error, 'Stripe', 'https://api.example').state).toBe('problem')
})

it('limits the time that repeated calls take', async () => {
  const call = within(1, 'quickbooks', new Promise<never>(() => {}))
  const error = await call.catch((reason: unknown) => reason)
  const { text } = failureOf(error, 'QuickBooks', 'https://api.example')
  expect(text).toBe("QuickBooks can't be reached. api.example didn't answer in time.")
})

it('knows a database without tables from one that fails', async () => {
  const failing = (code: string) =>
    readIfPossible(async () => Promise.reject(Object.assign(new Error('x'), { code })), 'new')
  expect(await failing('42P01')).toEqual({ value: 'new' })
  expect(await failing('ECONNREFUSED')).toBeUndefined()
})

it('leaves errors alone that are not from a provider', () => {
  expect(() => failureOf(new RangeError('bug'), 'Stripe', 'https://api.example')).toThrow('bug')
})
