// Stripe's events, and the signed webhook calls that carry them.
import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { WebhookCall } from '../webhook-sender.ts'
import { API_VERSION, newId, nowSeconds, WEBHOOK_SECRET } from './ids.ts'

/** The object that each type of event carries. */
type EventObjects = {
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
  'charge.dispute.updated': Stripe.Dispute
  'charge.dispute.funds_withdrawn': Stripe.Dispute
  'charge.dispute.funds_reinstated': Stripe.Dispute
  'charge.dispute.closed': Stripe.Dispute
}

/** Listed once more, because a type has no list at run time. */
const IS_EVENT_TYPE: Readonly<Record<keyof EventObjects, true>> = {
  'payment_intent.created': true,
  'payment_intent.requires_action': true,
  'payment_intent.succeeded': true,
  'payment_intent.payment_failed': true,
  'payment_intent.canceled': true,
  'charge.succeeded': true,
  'charge.failed': true,
  'charge.refunded': true,
  'refund.created': true,
  'charge.dispute.created': true,
  'charge.dispute.updated': true,
  'charge.dispute.funds_withdrawn': true,
  'charge.dispute.funds_reinstated': true,
  'charge.dispute.closed': true,
}
export const EVENT_TYPES = Object.keys(IS_EVENT_TYPE)

/** The API call that caused an event. */
export type Cause = { readonly id: string | null; readonly idempotency_key: string | null }

/** For events caused by a person on a page. */
export const NO_CALL: Cause = { id: null, idempotency_key: null }

export const createEmit =
  (publish: (event: Stripe.Event) => void) =>
  <Type extends keyof EventObjects>(type: Type, object: EventObjects[Type], request = NO_CALL) =>
    publish({
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: nowSeconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request,
      type,
    } satisfies Stripe.EventBase as Stripe.Event)

/** Stripe indents the body, so an app that checks the signature of re-serialized JSON fails. */
export const writeWebhook = (event: Stripe.Event): WebhookCall => {
  const body = JSON.stringify(event, null, 2)
  const time = nowSeconds()
  const signature = createHmac('sha256', WEBHOOK_SECRET).update(`${time}.${body}`).digest('hex')
  return {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
    body,
  }
}
