// API keys, and cards from the browser.
import Stripe from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { clientOf, errorOf, openStripe, paymentOf, settingsOf, tokenize } from './support.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  ;({ sandbox, stripe } = await openStripe())
})

const pay = (method: string) => stripe.paymentIntents.create(paymentOf(method))

describe('API keys', () => {
  it('are refused if missing or wrong', async () => {
    const error = await errorOf(clientOf(sandbox, 'sk_test_wrong').paymentIntents.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect((await fetch(`${sandbox.url}/v1/payment_intents`)).status).toBe(401)
  })

  it("of the browser can't make secret calls", async () => {
    const browser = clientOf(sandbox, settingsOf(sandbox).STRIPE_PUBLISHABLE_KEY)
    const { id } = await pay('pm_card_visa')
    for (const call of [
      () => browser.paymentIntents.create(paymentOf('pm_card_visa')),
      () => browser.paymentIntents.list(),
      () => browser.paymentIntents.retrieve(id),
      () => browser.refunds.create({ payment_intent: id }),
      () => browser.disputes.list(),
    ])
      expect(await errorOf(call())).toMatchObject({ statusCode: 403, code: 'secret_key_required' })
  })

  it('of the browser can read an intent with its client secret, without metadata', async () => {
    const browser = clientOf(sandbox, settingsOf(sandbox).STRIPE_PUBLISHABLE_KEY)
    const { id, client_secret } = await pay('pm_card_visa')
    const seen = await browser.paymentIntents.retrieve(id, { client_secret: client_secret ?? '' })
    expect(seen).toMatchObject({ id, status: 'succeeded' })
    expect(seen).not.toHaveProperty('metadata')
    const guess = browser.paymentIntents.retrieve(id, { client_secret: `${id}_secret_guess` })
    expect(await errorOf(guess)).toMatchObject({ statusCode: 400, param: 'client_secret' })
  })
})

describe('a card', () => {
  it('is accepted from a local page, and its number is never stored', async () => {
    const { status, headers, body } = await tokenize(sandbox, '4000000000003220')
    expect(status).toBe(200)
    expect(headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    expect(body).toMatchObject({
      type: 'card',
      card: { brand: 'visa', last4: '3220', exp_month: 12, exp_year: 2040 },
      billing_details: { address: { postal_code: '94103' } },
    })
    const state = await (await fetch(`${sandbox.url}/state`)).text()
    expect(state).not.toContain('4000000000003220')
  })

  it.each<[string, Record<string, string>, string]>([
    ['4242424242424241', {}, 'incorrect_number'],
    ['4242', {}, 'incorrect_number'],
    ['4242424242424242', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { 'card[exp_year]': '2020' }, 'invalid_expiry_year'],
    ['4242424242424242', { 'card[cvc]': '12' }, 'invalid_cvc'],
    ['4111111111111111', {}, 'card_declined'],
  ])('%s with %j is refused as %s', async (number, more, code) => {
    const { status, body } = await tokenize(sandbox, number, more)
    expect(status).toBe(402)
    expect(body.error).toMatchObject({ type: 'card_error', code })
  })

  it('is refused from a server', async () => {
    const { STRIPE_SECRET_KEY } = settingsOf(sandbox)
    const { status, body } = await tokenize(sandbox, '4242424242424242', {}, STRIPE_SECRET_KEY)
    expect(status).toBe(402)
    expect(body.error?.message).toMatch(/unsafe/)
  })
})
