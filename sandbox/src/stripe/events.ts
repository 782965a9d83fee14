// What happened, as Stripe tells it: kept for a while, and sent to the product signed.
import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Books } from './books.ts'
import { API_VERSION, newId, nowSeconds, WEBHOOK_SECRET } from './ids.ts'

/** Which object each kind of event carries. */
export type EventObjects = {
  'payment_intent.created': Stripe.PaymentIntent
  'payment_intent.requires_action': Stripe.PaymentIntent
  'payment_intent.succeeded': Stripe.PaymentIntent
  'payment_intent.payment_failed': Stripe.PaymentIntent
  'payment_intent.canceled': Stripe.PaymentIntent
  'charge.succeeded': Stripe.Charge
  'charge.failed': Stripe.Charge
  'charge.refunded': Stripe.Charge
  'refund.created': Stripe.Refund
  'charge.dispute.created': Stripe.Dispute
  'charge.dispute.funds_withdrawn': Stripe.Dispute
  'charge.dispute.funds_reinstated': Stripe.Dispute
  'charge.dispute.closed': Stripe.Dispute
}

/** The call that caused an event; none for what a person did on a page. */
export type Cause = { readonly id: string | null; readonly idempotency_key: string | null }

export type Emit = <Type extends keyof EventObjects>(
  type: Type,
  object: EventObjects[Type],
  cause?: Cause,
) => void

const EVENTS_MAX = 20_000

export const createEmit =
  (books: Books, send: (event: Stripe.Event) => void): Emit =>
  (type, object, cause) => {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: nowSeconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: cause ?? { id: null, idempotency_key: null },
      type,
    } satisfies Stripe.EventBase
    if (books.events.size >= EVENTS_MAX) forgetOldest(books)
    send(books.events.set(event.id, event as Stripe.Event))
  }

const forgetOldest = ({ events }: Books): void => {
  for (const { id } of events.list().slice(0, EVENTS_MAX / 10)) events.delete(id)
}

/** Stripe's body is indented, which catches whoever signs a re-serialised one. */
export const writeWebhook = (event: Stripe.Event) => {
  const body = JSON.stringify(event, null, 2)
  return {
    headers: {
      'stripe-signature': signatureHeader(body, nowSeconds()),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  }
}

const signatureHeader = (body: string, timestamp: number): string => {
  const signature = createHmac('sha256', WEBHOOK_SECRET)
    .update(`${timestamp}.${body}`)
    .digest('hex')
  return `t=${timestamp},v1=${signature}`
}
