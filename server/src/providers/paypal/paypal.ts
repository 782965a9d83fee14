// Takes wallet payments through PayPal orders. Only we can capture an order, so an order that we don't capture charges no one.
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { centsToText } from '@invoice-desk/contract/values/money'
import { z } from 'zod'
import { cutText } from '../cut-text.ts'
import type {
  AppSettings,
  NewPayment,
  PaymentDriver,
  PaymentProvider,
  PaymentSettings,
  ProviderPayment,
} from '../payment-provider.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'
import { createPaypalClient } from './paypal-client.ts'
import { listCaptureEvents } from './paypal-event-list.ts'
import { parseEvent, transmissionOf } from './paypal-events.ts'
import { order, parse, stateOf } from './paypal-order.ts'
import { REFUSALS, refusalCodeOf } from './paypal-refusals.ts'

const PAYPAL_HOST = /(^|\.)paypal\.com\.?$/

export const paypalProvider: PaymentProvider = {
  variables: {
    publicKey: 'PAYPAL_CLIENT_ID',
    secretKey: 'PAYPAL_CLIENT_SECRET',
    webhookSecret: 'PAYPAL_WEBHOOK_ID',
    apiUrl: 'PAYPAL_API_URL',
    scriptUrl: 'PAYPAL_JS_URL',
  },
  liveUrls: {
    apiUrl: 'https://api-m.paypal.com',
    scriptUrl: 'https://www.paypal.com/sdk/js',
  },
  rules: {
    always: [],
    live: [],
    // PayPal's keys don't show their mode, and the default URL is the live one.
    sandbox: [
      [
        'PAYPAL_API_URL',
        (url) => {
          const host = URL.parse(url)?.hostname ?? ''
          return host.endsWith('.sandbox.paypal.com') || !PAYPAL_HOST.test(host)
        },
        'must be https://api-m.sandbox.paypal.com. To take real money, use `npm run serve`',
      ],
    ],
  },
  webhookEvents: [
    'CHECKOUT.ORDER.APPROVED',
    'PAYMENT.CAPTURE.COMPLETED',
    'PAYMENT.CAPTURE.PENDING',
    'PAYMENT.CAPTURE.DENIED',
    'PAYMENT.CAPTURE.REFUNDED',
    'PAYMENT.CAPTURE.REVERSED',
    'CUSTOMER.DISPUTE.CREATED',
    'CUSTOMER.DISPUTE.UPDATED',
    'CUSTOMER.DISPUTE.RESOLVED',
  ],
  /** As PayPal asks for, with its nonce instead of 'unsafe-inline'. */
  pageHosts: ({ scriptUrl }) => {
    const { origin } = new URL(scriptUrl)
    const known = ['https://*.paypal.com', 'https://*.paypalobjects.com', 'https://*.venmo.com']
    const hosts = [origin, ...known]
    return {
      ...{ script: hosts, style: hosts, connect: hosts, frame: hosts, img: hosts },
      hasInlineScripts: true,
    }
  },
  declineText: (code = '') => REFUSALS.get(code)?.text ?? ERRORS.wallet_declined.text,
  createDriver: (settings, app) => createPaypal(settings, app),
}

const disputes = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string(), update_time: z.string() })),
})
const verdict = z.object({ verification_status: z.string() })

const DESCRIPTION_LENGTH_MAX = 127
const NAME_LENGTH_MAX = 140

const createPaypal = (settings: PaymentSettings, app: AppSettings): PaymentDriver => {
  const client = createPaypalClient(settings, app.paymentTimeoutMs)
  const pathOf = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`

  /** Accepts only an answer about this order. */
  const read = (id: string, answer: unknown, kind: ProviderErrorKind): ProviderPayment =>
    stateOf(parse(order.extend({ id: z.literal(id) }), answer, kind))

  const find = async (id: string): Promise<ProviderPayment> => {
    try {
      return read(id, await client.read(pathOf(id)), 'unavailable')
    } catch (error) {
      // PayPal forgets orders that were never paid.
      if (refusalCodeOf(error) === 'INVALID_RESOURCE_ID') return { kind: 'gone' }
      throw error
    }
  }

  /** PayPal says that it captured the order before, so the order must show that. */
  const findCaptured = async (id: string, refusal: unknown): Promise<ProviderPayment> => {
    const seen = await find(id)
    if (seen.kind === 'paid' || seen.kind === 'pending' || seen.kind === 'declined') return seen
    throw new ProviderError('paypal', 'outcome_unknown', "its order doesn't show the capture", {
      cause: refusal,
    })
  }

  /** Sends the event back as the exact text that arrived, because its signature covers those bytes. */
  const verify = async (signed: object, text: string): Promise<boolean> => {
    const fields = JSON.stringify({ ...signed, webhook_id: settings.webhookSecret }).slice(0, -1)
    const answer = await client.read(
      '/v1/notifications/verify-webhook-signature',
      `${fields},"webhook_event":${text}}`,
    )
    return parse(verdict, answer, 'unavailable').verification_status === 'SUCCESS'
  }

  return {
    find,
    // Only we can capture an order, so there is nothing to cancel at PayPal.
    cancel: find,

    open: async (payment, key) => {
      const answer = await client.write('/v2/checkout/orders', key, bodyOf(payment, app))
      return parse(order, answer, 'outcome_unknown').id
    },

    /** After any failure that isn't a refusal by PayPal, we don't know whether the money was taken. */
    confirm: async ({ providerId: id, key, notAfter }) => {
      try {
        const answer = await client.write(`${pathOf(id)}/capture`, key, undefined, notAfter)
        return read(id, answer, 'outcome_unknown')
      } catch (error) {
        const issue = refusalCodeOf(error)
        if (issue === undefined) throw error
        if (issue === 'ORDER_ALREADY_CAPTURED') return findCaptured(id, error)
        if (issue === 'ORDER_NOT_APPROVED') return { kind: 'refused' }
        const { failureCode } = REFUSALS.get(issue) ?? {}
        if (failureCode) return { kind: 'refused', failureCode, reason: issue }
        // PayPal won't take this order anymore. One look shows whether an earlier call took the money.
        const seen = await find(id)
        const isUnpaid = seen.kind === 'approved' || seen.kind === 'open'
        return isUnpaid ? { kind: 'refused', isFinal: true, reason: issue } : seen
      }
    },

    /** The status of the latest dispute about a capture, if there is one. */
    findDispute: async (captureId) => {
      const query = new URLSearchParams({ disputed_transaction_id: captureId })
      const answer = await client.read(`/v1/customer/disputes?${query}`)
      const { items } = parse(disputes, answer, 'unavailable')
      const [latest] = items.toSorted((a, b) => b.update_time.localeCompare(a.update_time))
      return latest?.status.toLowerCase()
    },

    listReported: (since) => listCaptureEvents(client, since),

    readWebhook: async (body, headers) => {
      const signed = transmissionOf(headers, settings.apiUrl)
      const text = body.toString('utf8')
      const event = signed && parseEvent(text)
      return event && { ...event, verify: () => verify(signed, text) }
    },
  }
}

const bodyOf = ({ payer, ...details }: NewPayment, { businessName }: AppSettings) => {
  const [givenName = '', ...otherNames] = payer.name.split(' ')
  const surname = payer.surname || otherNames.join(' ')
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: 'default',
        amount: { currency_code: 'USD', value: centsToText(details.amountCents) },
        description: cutText(details.description, DESCRIPTION_LENGTH_MAX),
        custom_id: details.attemptId,
      },
    ],
    payment_source: {
      paypal: {
        email_address: payer.email,
        name: {
          given_name: cutText(givenName, NAME_LENGTH_MAX),
          surname: cutText(surname, NAME_LENGTH_MAX) || ' ',
        },
        experience_context: {
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          brand_name: cutText(businessName, DESCRIPTION_LENGTH_MAX),
          return_url: details.returnUrl,
          cancel_url: details.cancelUrl,
        },
      },
    },
  }
}
