// Repeated calls, and faults that make clients repeat calls.
import Stripe from 'stripe'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { openSandbox, postJson, temporaryFolder } from '../support.ts'
import { clientOf, errorOf, openStripe, paymentOf, setSwitches } from './support.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  ;({ sandbox, stripe } = await openStripe())
})
afterEach(() => sandbox.reset())

const pay = (idempotencyKey: string, amount = 500, method = 'pm_card_visa', timeout = 20_000) =>
  stripe.paymentIntents.create(paymentOf(method, { amount }), { idempotencyKey, timeout })
/** A client with a short timeout. */
const payInHaste = (key: string) => pay(key, 500, 'pm_card_visa', 1_000)
const countOf = async () => (await stripe.paymentIntents.list({ limit: 100 })).data.length
const setFault = (
  mode: string,
  match = 'POST /v1/payment_intents',
  more: { status?: number } = {},
) => postJson(`${sandbox.url}/faults`, { provider: 'stripe', mode, match, ...more })

describe('an idempotency key', () => {
  it('gets the first answer again and pays once', async () => {
    const first = await pay('key-1')
    const second = await pay('key-1')
    expect(second).toEqual(first)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect(await countOf()).toBe(1)
  })

  it('gets the same decline again', async () => {
    const first = await errorOf(pay('key-2', 500, 'pm_card_visa_chargeDeclined'))
    const second = await errorOf(pay('key-2', 500, 'pm_card_visa_chargeDeclined'))
    expect(second.payment_intent).toEqual(first.payment_intent)
    expect(await countOf()).toBe(1)
  })

  it('is refused with different parameters', async () => {
    await pay('key-3', 500)
    const error = await errorOf(pay('key-3', 600))
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(error.statusCode).toBe(400)
    expect(await countOf()).toBe(1)
  })

  it('can be used again after a call that failed validation', async () => {
    expect(await errorOf(pay('key-4', 10))).toMatchObject({ code: 'amount_too_small' })
    expect((await pay('key-4', 500)).status).toBe('succeeded')
  })

  it('is refused while its first call is running', async () => {
    await setSwitches(sandbox, { delayMs: 2_000 })
    const [one, two] = await Promise.allSettled([pay('key-5'), pay('key-5')])
    const [paid, refused] = one.status === 'fulfilled' ? [one, two] : [two, one]
    expect(paid.status).toBe('fulfilled')
    expect(refused).toMatchObject({
      reason: { statusCode: 409, code: 'idempotency_key_in_use' },
    })
    expect((await pay('key-5')).status).toBe('succeeded')
    expect(await countOf()).toBe(1)
  })

  it('survives a restart', async () => {
    const dataDir = temporaryFolder()
    const before = await openSandbox(dataDir)
    const params = paymentOf('pm_card_visa')
    const options = { idempotencyKey: 'key-6' }
    const first = await clientOf(before).paymentIntents.create(params, options)
    await before.close()
    const after = await openSandbox(dataDir)
    expect(await clientOf(after).paymentIntents.create(params, options)).toEqual(first)
  })
})

describe('a fault', () => {
  it('before the work changes nothing, and is replayed for its key', async () => {
    await setFault('error')
    const error = await errorOf(pay('key-7'))
    expect(error).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    expect(error.headers?.['stripe-should-retry']).toBe('false')
    const again = await errorOf(pay('key-7'))
    expect(again).toMatchObject({ statusCode: 500 })
    expect(again.headers?.['idempotent-replayed']).toBe('true')
    expect(await countOf()).toBe(0)
    expect((await pay('key-8')).status).toBe('succeeded')
  })

  it('that never answers and changes nothing can be repeated', async () => {
    await setFault('timeout')
    expect(await errorOf(payInHaste('key-9'))).toBeInstanceOf(Stripe.errors.StripeConnectionError)
    expect(await countOf()).toBe(0)
    expect((await pay('key-9')).status).toBe('succeeded')
  })

  it.each(['timeout-after', 'cut'])(
    'of mode %s pays, and a repeat finds the payment',
    async (mode) => {
      await setFault(mode)
      const key = `key-${mode}`
      // The library repeats a cut call automatically, with the same key.
      const first = await payInHaste(key).catch((error: unknown) => error)
      if (mode === 'timeout-after')
        expect(first).toBeInstanceOf(Stripe.errors.StripeConnectionError)
      expect(await countOf()).toBe(1)
      expect((await pay(key)).status).toBe('succeeded')
      expect(await countOf()).toBe(1)
    },
  )

  it('that garbles the answer pays, and a repeat finds the payment', async () => {
    await setFault('garble')
    expect(await pay('key-garbled')).toMatchObject({ status: null })
    expect((await pay('key-garbled')).status).toBe('succeeded')
    expect(await countOf()).toBe(1)
  })

  it.each([
    [401, 'StripeAuthenticationError'],
    [403, 'StripePermissionError'],
    [408, 'StripeAPIError'],
    [409, 'StripeAPIError'],
    [429, 'StripeRateLimitError'],
    [503, 'StripeAPIError'],
  ])('with status %i is a %s in the library', async (statusCode, type) => {
    await setFault('error', 'POST /v1/payment_intents', { status: statusCode })
    expect(await errorOf(pay('key-status'))).toMatchObject({ statusCode, type })
    expect(await countOf()).toBe(0)
  })

  it('for too many calls or an expired key has Stripe’s format', async () => {
    await setFault('throttle')
    expect(await errorOf(pay('key-10'))).toBeInstanceOf(Stripe.errors.StripeRateLimitError)
    await setFault('expire-token')
    expect(await errorOf(pay('key-10'))).toMatchObject({ statusCode: 401, code: 'api_key_expired' })
    expect((await pay('key-10')).status).toBe('succeeded')
  })
})
