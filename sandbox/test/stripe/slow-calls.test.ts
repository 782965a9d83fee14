// Slow calls: which calls are slow, what other calls see, and that the work finishes.
import type Stripe from 'stripe'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf } from '../support.ts'
import { errorOf, openStripe, paymentOf, setSwitches } from './support.ts'

const LONG_MS = 1_500
const HASTE_MS = 500

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  ;({ sandbox, stripe } = await openStripe())
})
afterEach(() => sandbox.reset())

const newIntent = async () =>
  (await stripe.paymentIntents.create(paymentOf('pm_card_visa', { confirm: false }))).id
const begin = async (match: string) => {
  const id = await newIntent()
  await setSwitches(sandbox, { delayMs: LONG_MS, delayMatch: match })
  return id
}
const statusOf = async (id: string) => (await stripe.paymentIntents.retrieve(id)).status
const confirm = (id: string, options: Stripe.RequestOptions = {}) =>
  stripe.paymentIntents.confirm(id, {}, options)

describe('a slow call', () => {
  it("is chosen by its text; other calls aren't delayed", async () => {
    await setSwitches(sandbox, { delayMs: 60_000, delayMatch: '/confirm' })
    await stripe.paymentIntents.cancel(await newIntent())
    const id = await begin('/confirm')
    const from = Date.now()
    await confirm(id)
    expect(Date.now() - from).toBeGreaterThanOrEqual(LONG_MS - 10)
  })

  it('can be chosen by its method too', async () => {
    const id = await begin('POST /v1/payment_intents/')
    const from = Date.now()
    await confirm(id)
    expect(Date.now() - from).toBeGreaterThanOrEqual(LONG_MS - 10)
  })

  it('finishes after its caller has hung up', async () => {
    const id = await begin('/confirm')
    await errorOf(confirm(id, { idempotencyKey: 'left', timeout: HASTE_MS }))
    expect(await statusOf(id)).toBe('requires_confirmation')
    const again = await errorOf(confirm(id, { idempotencyKey: 'left' }))
    expect(again).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    await expect.poll(() => statusOf(id)).toBe('succeeded')
    const replayed = await confirm(id, { idempotencyKey: 'left' })
    expect(replayed.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  it('locks its intent for writes, not for reads', async () => {
    const id = await begin('/confirm')
    const other = await newIntent()
    const running = confirm(id)
    await expect
      .poll(() => errorOf(stripe.paymentIntents.confirm(id)), { interval: 20 })
      .toMatchObject({ statusCode: 429 })
    const refused = await errorOf(stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'stop' }))
    expect(refused).toMatchObject({
      statusCode: 429,
      code: 'lock_timeout',
      rawType: 'invalid_request_error',
    })
    expect(await statusOf(id)).toBe('requires_confirmation')
    expect((await stripe.paymentIntents.cancel(other)).status).toBe('canceled')
    expect((await running).status).toBe('succeeded')
    const late = await errorOf(stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'stop' }))
    expect(late).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
  })

  it('writes nothing after a reset', async () => {
    await setSwitches(sandbox, { delayMs: LONG_MS })
    const left = errorOf(stripe.paymentIntents.create(paymentOf('pm_card_visa')))
    await new Promise((resolve) => setTimeout(resolve, HASTE_MS))
    await sandbox.reset()
    expect(await left).toMatchObject({ statusCode: 409 })
    const { stripe: state } = await jsonOf<{ stripe: { paymentIntents: unknown[] } }>(
      fetch(`${sandbox.url}/state`),
    )
    expect(state.paymentIntents).toEqual([])
  })
})
