// Card payments through Stripe's own library: test cards, refusals and the states of an intent.
import Stripe from 'stripe'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf } from '../support.ts'
import { answerChallenge, errorOf, openStripe, paymentOf, settingsOf, tokenize } from './support.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  ;({ sandbox, stripe } = await openStripe())
})

const pay = (method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create(paymentOf(method, more))

describe('a payment', () => {
  it('succeeds right away with a good card', async () => {
    const { body: method } = await tokenize(sandbox, '4242 4242 4242 4242')
    const intent = await pay(method.id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount: 12_345,
      amount_received: 12_345,
      currency: 'usd',
      payment_method: method.id,
      metadata: { attempt: 'attempt-1' },
      next_action: null,
      latest_charge: {
        paid: true,
        amount_captured: 12_345,
        payment_intent: intent.id,
        payment_method_details: { card: { brand: 'visa', last4: '4242' } },
      },
    })
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
  })

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
    [
      '4000000000000127',
      'incorrect_cvc',
      'incorrect_cvc',
      "Your card's security code is incorrect.",
    ],
    ['4000000000000119', 'processing_error', 'processing_error', /error occurred while processing/],
  ])('with card %s is declined as %s', async (number, code, decline_code, message) => {
    const { body: method } = await tokenize(sandbox, number)
    const error = await errorOf(pay(method.id))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, decline_code })
    expect(error.message).toMatch(message)
    const intent = error.payment_intent
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code, decline_code },
    })
    const charge = await stripe.charges.retrieve(String(intent?.latest_charge))
    expect(charge).toMatchObject({ paid: false, status: 'failed', failure_code: code })
  })

  it('can be retried with another card after a decline', async () => {
    const error = await errorOf(pay('pm_card_visa_chargeDeclined'))
    const id = error.payment_intent?.id ?? ''
    const intent = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      use_stripe_sdk: true,
    })
    expect(intent).toMatchObject({ id, status: 'succeeded', last_payment_error: null })
  })

  it('can be confirmed in a second step', async () => {
    const { payment_method: _, ...bare } = paymentOf('', { confirm: false })
    const { id, status } = await stripe.paymentIntents.create(bare)
    expect(status).toBe('requires_payment_method')
    const ready = await stripe.paymentIntents.create(paymentOf('pm_card_visa', { confirm: false }))
    expect(ready.status).toBe('requires_confirmation')
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
  })

  it('cannot use the same payment method twice', async () => {
    const { body: method } = await tokenize(sandbox, '4242424242424242')
    await pay(method.id)
    expect((await errorOf(pay(method.id))).message).toMatch(/may not be used again/)
  })

  it("can be canceled only until it's paid", async () => {
    const open = await pay('pm_card_threeDSecure2Required')
    expect(await stripe.paymentIntents.cancel(open.id)).toMatchObject({ status: 'canceled' })
    const paid = await pay('pm_card_visa')
    const error = await errorOf(stripe.paymentIntents.cancel(paid.id))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    const again = await errorOf(stripe.paymentIntents.confirm(paid.id))
    expect(again).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })
})

describe('bank authentication', () => {
  it.each(['4000002760003184', '4000000000003220'])('is required for card %s', async (number) => {
    const { body: method } = await tokenize(sandbox, number)
    const intent = await pay(method.id)
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    expect(intent.latest_charge).toBeNull()
    expect((await answerChallenge(sandbox, intent, 'complete')).status).toBe(200)
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(after).toMatchObject({
      status: 'succeeded',
      latest_charge: {
        payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
      },
    })
  })

  it.each(['fail', 'cancel'] as const)('leaves the intent unpaid on %s', async (choice) => {
    const intent = await pay('pm_card_threeDSecure2Required')
    await answerChallenge(sandbox, intent, choice)
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
  })

  it('can succeed and still end in a decline', async () => {
    const { body: method } = await tokenize(sandbox, '4000008400001629')
    const intent = await pay(method.id)
    await answerChallenge(sandbox, intent, 'complete')
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    })
  })

  it('is a page with a button for each outcome', async () => {
    const intent = await pay('pm_card_threeDSecure2Required')
    const url = `${sandbox.url}/stripe/challenge/${intent.id}?client_secret=${intent.client_secret}`
    const page = await (await fetch(url)).text()
    for (const label of ['Complete authentication', 'Fail authentication', 'Cancel'])
      expect(page).toMatch(new RegExp(`<button[^>]*>${label}</button>`))
  })

  it('needs the intent’s client secret', async () => {
    const intent = await pay('pm_card_threeDSecure2Required')
    const stranger = { ...intent, client_secret: `${intent.id}_secret_guess` }
    expect((await answerChallenge(sandbox, stranger, 'complete')).status).toBe(404)
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  })
})

const keys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']))

describe('text as long as Stripe allows', () => {
  it('is accepted', async () => {
    const metadata = { ...keys(49), ['k'.repeat(40)]: 'x'.repeat(500) }
    const description = 'x'.repeat(1000)
    expect(await pay('pm_card_visa', { description, metadata })).toMatchObject({
      status: 'succeeded',
      description,
      metadata,
    })
  })
})

describe('invalid input', () => {
  it.each<[Partial<Stripe.PaymentIntentCreateParams>, string | undefined, string | undefined]>([
    [{ amount: 49 }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ amount: 0 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 12.5 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: -100 }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'xyz' }, undefined, 'currency'],
    [{ receipt_email: 'nobody' }, 'email_invalid', 'receipt_email'],
    [{ payment_method: 'pm_unknown' }, 'resource_missing', 'payment_method'],
    [{ description: 'x'.repeat(1001) }, undefined, 'description'],
    [{ metadata: { note: 'x'.repeat(501) } }, undefined, 'metadata[note]'],
    [{ metadata: { ['k'.repeat(41)]: 'x' } }, undefined, `metadata[${'k'.repeat(41)}]`],
    [{ metadata: keys(51) }, undefined, 'metadata'],
    [{ automatic_payment_methods: { enabled: true } }, undefined, undefined],
    [{ return_url: 'http://localhost:39999' }, 'parameter_unknown', 'return_url'],
  ])('such as %j is refused', async (change, code, param) => {
    const before = (await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id
    const error = await errorOf(pay('pm_card_visa', change))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect([error.code, error.param]).toEqual([code, param])
    expect((await stripe.paymentIntents.list({ limit: 1 })).data[0]?.id).toBe(before)
  })

  it('such as a misspelled parameter is named', async () => {
    const misspelt = { ...paymentOf('pm_card_visa'), recipt_email: 'a@b.example' }
    const error = await errorOf(stripe.paymentIntents.create(misspelt))
    expect(error).toMatchObject({ code: 'parameter_unknown', param: 'recipt_email' })
  })

  it('such as an unknown id or path is not found', async () => {
    const error = await errorOf(stripe.paymentIntents.retrieve('pi_unknown'))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    const nowhere = await errorOf(stripe.rawRequest('GET', '/v1/nowhere'))
    expect(nowhere).toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' })
  })

  it("such as a body that isn't a form is refused", async () => {
    const answer = await fetch(`${sandbox.url}/stripe/v1/payment_intents`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${settingsOf(sandbox).STRIPE_SECRET_KEY}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    expect(answer.status).toBe(400)
    expect(await jsonOf(answer)).toMatchObject({ error: { type: 'invalid_request_error' } })
  })
})
