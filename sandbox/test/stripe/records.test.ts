// Lists of payments, refunds, disputes and the pages.
import type Stripe from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf, postJson } from '../support.ts'
import { errorOf, openStripe, paymentOf, setSwitches } from './support.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeEach(async () => {
  if (sandbox) return sandbox.reset()
  ;({ sandbox, stripe } = await openStripe())
})

const pay = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, method = 'pm_card_visa') =>
  stripe.paymentIntents.create(paymentOf(method, more))
const page = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text()
const refunds = async () => {
  const state = jsonOf<{ stripe: { refunds: Stripe.Refund[] } }>(fetch(`${sandbox.url}/state`))
  return (await state).stripe.refunds
}
const press = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

describe('payments', () => {
  it('are listed newest first, by page and by time', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1) ids.unshift((await pay({ amount: 100 + n })).id)
    const first = await stripe.paymentIntents.list({ limit: 2 })
    expect(first).toMatchObject({ has_more: true, url: '/v1/payment_intents' })
    const all: string[] = []
    for await (const { id } of stripe.paymentIntents.list({ limit: 2 })) all.push(id)
    expect(all).toEqual(ids)
    const rest = await stripe.paymentIntents.list({ starting_after: ids[3] ?? '' })
    expect(rest.data.map(({ id }) => id)).toEqual(ids.slice(4))
    const future = Math.floor(Date.now() / 1000) + 60
    expect((await stripe.paymentIntents.list({ created: { gt: future } })).data).toEqual([])
    expect((await stripe.paymentIntents.list({ created: { lte: future } })).data).toHaveLength(5)
    expect(await errorOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({
      param: 'limit',
    })
  })

  it('are in the state with Stripe’s own fields', async () => {
    const { id } = await pay()
    const { stripe: state } = await jsonOf<{ stripe: { paymentIntents: unknown[] } }>(
      fetch(`${sandbox.url}/state`),
    )
    expect(state.paymentIntents).toMatchObject([{ id, object: 'payment_intent', amount: 12_345 }])
  })
})

describe('a refund', () => {
  it('pays back a part, then the rest, and no more', async () => {
    const { id } = await pay({ amount: 1_000 })
    const part = await stripe.refunds.create({ payment_intent: id, amount: 300 })
    expect(part).toMatchObject({ amount: 300, status: 'succeeded', payment_intent: id })
    const over = await errorOf(stripe.refunds.create({ payment_intent: id, amount: 701 }))
    expect(over.message).toBe(
      'Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)',
    )
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 700 })
    const charge = await stripe.charges.retrieve(String(part.charge))
    expect(charge).toMatchObject({ amount_refunded: 1_000, refunded: true })
    const done = await errorOf(stripe.refunds.create({ payment_intent: id }))
    expect(done.code).toBe('charge_already_refunded')
    expect((await refunds()).map(({ amount }) => amount)).toEqual([300, 700])
  })

  it('of an unpaid intent is refused', async () => {
    const { id } = await pay({}, 'pm_card_threeDSecure2Required')
    expect((await errorOf(stripe.refunds.create({ payment_intent: id }))).message).toMatch(
      /successful charge/,
    )
  })
})

describe('a dispute', () => {
  it('opens automatically after a payment with the dispute card', async () => {
    const { id } = await pay({}, 'pm_card_createDispute')
    await expect
      .poll(async () => (await stripe.disputes.list({ payment_intent: id })).data.length)
      .toBe(1)
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({
      amount: 12_345,
      reason: 'fraudulent',
      status: 'needs_response',
    })
    expect(await stripe.charges.retrieve(String(dispute?.charge))).toMatchObject({ disputed: true })
  })

  it('is opened and closed on the payment’s page', async () => {
    const { id } = await pay()
    expect((await press(`/stripe/payments/${id}/dispute`)).status).toBe(303)
    expect(await page(`/stripe/payments/${id}`)).toContain('Seller wins')
    await press(`/stripe/payments/${id}/close-dispute`, { status: 'won' })
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    expect(dispute?.status).toBe('won')
  })
})

describe('the pages', () => {
  it('list payments and refund them', async () => {
    const { id } = await pay({ description: 'Invoice <1>' })
    expect(await page('/stripe')).toContain('Invoice &lt;1&gt;')
    expect((await press(`/stripe/payments/${id}/refund`, { dollars: '1.00' })).status).toBe(303)
    expect(
      (await postJson(`${sandbox.url}/stripe/payments/${id}/refund`, { amount: 45 })).status,
    ).toBe(204)
    expect((await refunds()).map(({ amount }) => amount)).toEqual([100, 45])
    const wrong = await press(`/stripe/payments/${id}/refund`, { dollars: '999.99' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('greater than unrefunded amount')
  })

  it('show what each card does', async () => {
    expect(await page('/stripe/cards')).toContain('4000 0027 6000 3184')
  })

  it('refuse invalid switches', async () => {
    expect((await setSwitches(sandbox, { dropPercent: 101 })).status).toBe(400)
    expect((await setSwitches(sandbox, { webhook: 'off' })).status).toBe(400)
  })
})
