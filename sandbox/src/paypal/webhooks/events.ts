// What happened, as PayPal tells it.
import { randomUUID } from 'node:crypto'
import type { Books } from '../books.ts'
import { newEventId, now } from '../ids.ts'
import type { Signing } from './signing.ts'

export const EVENT_TYPES = {
  'CHECKOUT.ORDER.APPROVED': ['checkout-order', 'An order has been approved by buyer'],
  'CHECKOUT.ORDER.COMPLETED': ['checkout-order', 'Checkout Order Completed'],
  'PAYMENT.CAPTURE.COMPLETED': ['capture', 'Payment completed'],
  'PAYMENT.CAPTURE.PENDING': ['capture', 'Payment pending'],
  'PAYMENT.CAPTURE.DENIED': ['capture', 'Payment denied'],
  'PAYMENT.CAPTURE.REFUNDED': ['refund', 'A capture payment was refunded'],
  'PAYMENT.CAPTURE.REVERSED': ['refund', 'A capture payment was reversed'],
  'CUSTOMER.DISPUTE.CREATED': ['dispute', 'A new dispute opened'],
  'CUSTOMER.DISPUTE.UPDATED': ['dispute', 'A dispute was updated'],
  'CUSTOMER.DISPUTE.RESOLVED': ['dispute', 'A dispute was resolved'],
} as const

export type EventType = keyof typeof EVENT_TYPES

export type WebhookEvent = {
  readonly id: string
  readonly event_version: '1.0'
  readonly create_time: string
  readonly resource_type: string
  readonly resource_version: '2.0'
  readonly event_type: EventType
  readonly summary: string
  readonly resource: object
  readonly links: readonly { href: string; rel: string; method: string }[]
}

export type Emit = (event_type: EventType, resource: object) => void

const EVENTS_MAX = 20_000

export const createEmit =
  (books: Books, url: string, send: (event: WebhookEvent) => void): Emit =>
  (event_type, resource) => {
    const id = newEventId()
    const [resource_type, summary] = EVENT_TYPES[event_type]
    const event: WebhookEvent = {
      id,
      event_version: '1.0',
      create_time: now(),
      resource_type,
      resource_version: '2.0',
      event_type,
      summary,
      resource: structuredClone(resource),
      links: [
        { href: `${url}/v1/notifications/webhooks-events/${id}`, rel: 'self', method: 'GET' },
      ],
    }
    if (books.events.size >= EVENTS_MAX)
      for (const old of books.events.list().slice(0, EVENTS_MAX / 10)) books.events.delete(old.id)
    send(books.events.set(id, event))
  }

/** Every sending has a name and a time of its own, and is signed with them. */
export const writeWebhook = (signing: Signing, url: string) => (event: WebhookEvent) => {
  const body = JSON.stringify(event)
  const { id, time, signature } = signing.sign(randomUUID(), now(), body)
  return {
    body,
    headers: {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-auth-version': 'v2',
      'paypal-cert-url': `${url}/v1/notifications/certs/CERT-sandbox`,
      'paypal-transmission-id': id,
      'paypal-transmission-sig': signature,
      'paypal-transmission-time': time,
      'user-agent': 'PayPal/AUHD-1.0-1',
    },
  }
}
