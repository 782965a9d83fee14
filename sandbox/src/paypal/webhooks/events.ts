// PayPal's events, and the signed webhook calls that carry them.
import { randomUUID } from 'node:crypto'
import type { WebhookCall } from '../../webhook-sender.ts'
import { newEventId, now, WEBHOOK_ID } from '../ids.ts'
import { type Link, linkTo } from '../wire.ts'
import type { Signing } from './signing.ts'

const EVENT_TYPES = {
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
export const EVENT_NAMES = Object.keys(EVENT_TYPES) as EventType[]

/** The app's webhook, as the API shows it. */
export const webhookOf = (
  url: string,
  webhook: { url: string; eventTypes: readonly string[] },
) => ({
  id: WEBHOOK_ID,
  url: webhook.url,
  event_types: EVENT_NAMES.filter((name) => webhook.eventTypes.includes(name)).map((name) => ({
    name,
    description: EVENT_TYPES[name][1],
    status: 'ENABLED',
  })),
  links: [linkTo(`${url}/v1/notifications/webhooks/${WEBHOOK_ID}`, 'self')],
})

export type WebhookEvent = {
  readonly id: string
  readonly event_version: '1.0'
  readonly create_time: string
  readonly resource_type: string
  readonly resource_version: '2.0'
  readonly event_type: EventType
  readonly summary: string
  readonly resource: object
  readonly links: readonly Link[]
}

export const createEmit =
  (url: string, publish: (event: WebhookEvent) => void) =>
  (event_type: EventType, resource: object): void => {
    const id = newEventId()
    const [resource_type, summary] = EVENT_TYPES[event_type]
    publish({
      id,
      event_version: '1.0',
      create_time: now(),
      resource_type,
      resource_version: '2.0',
      event_type,
      summary,
      resource: structuredClone(resource),
      links: [linkTo(`${url}/v1/notifications/webhooks-events/${id}`, 'self')],
    })
  }

/** Each transmission has its own id and time, which the signature covers. */
export const writeWebhook =
  (signing: Signing, url: string) =>
  (event: WebhookEvent): WebhookCall => {
    const body = JSON.stringify(event)
    const { id, time, signature } = signing.sign(randomUUID(), now(), body)
    return {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
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
