// Webhooks: signatures, formats, retries, and duplicates, shuffling and losses on request.
import type Stripe from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf } from '../support.ts'
import { openReceiver, type Receiver } from '../webhook-receiver.ts'
import { answerChallenge, openStripe, paymentOf, setSwitches, settingsOf } from './support.ts'

let sandbox: Sandbox
let stripe: Stripe
let receiver: Receiver
beforeEach(async () => {
  if (!sandbox) {
    receiver = await openReceiver()
    ;({ sandbox, stripe } = await openStripe())
    sandbox.setAppUrl(receiver.url)
  }
  await sandbox.reset()
  receiver.refuse(0)
  receiver.clear()
})

const pay = (method = 'pm_card_visa', idempotencyKey: string = crypto.randomUUID()) =>
  stripe.paymentIntents.create(paymentOf(method), { idempotencyKey })
const eventsOf = (): Stripe.Event[] =>
  receiver.deliveries.map(({ headers, body }) =>
    stripe.webhooks.constructEvent(
      body,
      headers['stripe-signature'] ?? '',
      settingsOf(sandbox).STRIPE_WEBHOOK_SECRET,
    ),
  )
const typesOf = () => eventsOf().map(({ type }) => type)
const untilType = (type: Stripe.Event.Type) => receiver.until(() => typesOf().includes(type))

describe('webhooks', () => {
  it('report a payment with a signature that Stripe’s library accepts', async () => {
    const intent = await pay('pm_card_visa', 'the-key')
    const types = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']
    await receiver.until(() =>
      types.every((type) => typesOf().some((received) => received === type)),
    )
    expect(receiver.deliveries[0]?.path).toBe('/api/stripe/webhook')
    const event = eventsOf().find(({ type }) => type === 'payment_intent.succeeded')
    expect(event).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      data: { object: { id: intent.id, status: 'succeeded', metadata: { attempt: 'attempt-1' } } },
      request: { id: intent.lastResponse.requestId, idempotency_key: 'the-key' },
    })
  })

  it('have a signature that fails for another body', async () => {
    await pay()
    await untilType('payment_intent.succeeded')
    const { headers, body } = receiver.deliveries[0] ?? { headers: null, body: '' }
    const { STRIPE_WEBHOOK_SECRET } = settingsOf(sandbox)
    const check = (text: string) =>
      stripe.webhooks.constructEvent(
        text,
        headers?.['stripe-signature'] ?? '',
        STRIPE_WEBHOOK_SECRET,
      )
    expect(() => check(body.replace('12345', '1'))).toThrow(/signature/i)
    // Re-serialized JSON is another body too.
    expect(() => check(JSON.stringify(JSON.parse(body)))).toThrow(/signature/i)
  })

  it('report declines, authentications, cancellations, refunds and disputes', async () => {
    await pay('pm_card_visa_chargeDeclined').catch(() => {})
    await untilType('payment_intent.payment_failed')
    const challenged = await pay('pm_card_threeDSecure2Required')
    await untilType('payment_intent.requires_action')
    await answerChallenge(sandbox, challenged, 'complete')
    await untilType('payment_intent.succeeded')
    const open = await pay('pm_card_threeDSecure2Required')
    await stripe.paymentIntents.cancel(open.id)
    await untilType('payment_intent.canceled')
    const { id } = await pay()
    await stripe.refunds.create({ payment_intent: id, amount: 1 })
    await untilType('charge.refunded')
    const paid = await pay()
    await fetch(`${sandbox.url}/stripe/payments/${paid.id}/dispute`, { method: 'POST' })
    await untilType('charge.dispute.created')
  })

  it('have ended when a reset is done', async () => {
    const release = receiver.hold()
    await pay()
    await receiver.until(({ length }) => length > 0)
    let isDone = false
    const reset = sandbox.reset().then(() => {
      isDone = true
    })
    await fetch(`${sandbox.url}/state`)
    expect(isDone).toBe(false)
    release()
    await reset
  })

  it('are retried until they are accepted', async () => {
    receiver.refuse(3)
    await pay()
    await receiver.until(({ length }) => length >= 6)
    const ids = eventsOf().map(({ id }) => id)
    expect(new Set(ids).size).toBeLessThan(ids.length)
  })

  it('can be duplicated and shuffled', async () => {
    await setSwitches(sandbox, { copiesMax: 5, shuffle: true })
    for (let n = 0; n < 4; n += 1) await pay()
    await receiver.until(({ length }) => length > 14)
    const ids = eventsOf().map(({ id }) => id)
    expect(new Set(ids).size).toBeLessThan(ids.length)
  })

  it('can be lost or turned off, and resent', async () => {
    await setSwitches(sandbox, { dropPercent: 100 })
    const { id: lost } = await pay()
    await setSwitches(sandbox, { dropPercent: 0, webhooks: 'off' })
    const { id } = await pay()
    const { stripe: state } = await jsonOf<{ stripe: { events: { id: string; type: string }[] } }>(
      fetch(`${sandbox.url}/state`),
    )
    const eventId = state.events.findLast(({ type }) => type === 'payment_intent.succeeded')?.id
    await fetch(`${sandbox.url}/stripe/deliveries/${eventId}`, { method: 'POST' })
    // Only these two payments, because events of earlier ones may still arrive.
    const ofThese = () =>
      eventsOf().filter(({ data: { object } }) => 'id' in object && [lost, id].includes(object.id))
    await receiver.until(() => ofThese().length > 0)
    expect(ofThese().map((event) => event.id)).toEqual([eventId])
  })
})
