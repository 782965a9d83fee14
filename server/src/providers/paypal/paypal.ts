// Takes wallet payments through PayPal orders. Only we can capture an order, so one we don't capture costs nothing.
import { centsToText } from '@invoice-desk/contract/money'
import { z } from 'zod'
import type { Config } from '../../config.ts'
import type { ProviderPayment, WebhookHeaders, WebhookReport } from '../payment-state.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'
import { createPaypalClient } from './paypal-client.ts'
import { parseEvent, transmissionOf } from './paypal-events.ts'
import { order, parse, stateOf } from './paypal-order.ts'

type NewOrder = {
  attemptId: string
  amountCents: number
  description: string
  payer: { email: string; givenName: string; surname: string }
  returnUrl: string
  cancelUrl: string
}

const disputes = z.object({
  items: z.array(z.object({ dispute_id: z.string(), status: z.string(), update_time: z.string() })),
})
const verdict = z.object({ verification_status: z.string() })

const DESCRIPTION_LENGTH_MAX = 127
const NAME_LENGTH_MAX = 140

/** Undefined if the business has no PayPal account. */
export const createPaypal = (config: Config) => {
  const settings = config.paypal
  if (!settings) return undefined
  const client = createPaypalClient(settings, config.paymentTimeoutMs)
  const pathOf = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`

  /** Accepts only an answer about this order. */
  const read = (id: string, answer: unknown, kind: ProviderErrorKind): ProviderPayment =>
    stateOf(parse(order.extend({ id: z.literal(id) }), answer, kind))

  const find = async (id: string): Promise<ProviderPayment> => {
    try {
      return read(id, await client.read(pathOf(id)), 'unavailable')
    } catch (error) {
      // PayPal forgets orders that were never paid.
      if (issueOf(error) === 'INVALID_RESOURCE_ID') return { kind: 'gone' }
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
    const fields = JSON.stringify({ ...signed, webhook_id: settings.webhookId }).slice(0, -1)
    const answer = await client.read(
      '/v1/notifications/verify-webhook-signature',
      `${fields},"webhook_event":${text}}`,
    )
    return parse(verdict, answer, 'unavailable').verification_status === 'SUCCESS'
  }

  return {
    find,

    createOrder: async (newOrder: NewOrder, key: string): Promise<string> => {
      const answer = await client.write('/v2/checkout/orders', key, bodyOf(newOrder, config))
      return parse(order, answer, 'outcome_unknown').id
    },

    /** After any failure that isn't a known refusal, we don't know whether the money was taken. */
    capture: async (id: string, key: string, notAfter: number): Promise<ProviderPayment> => {
      try {
        const answer = await client.write(`${pathOf(id)}/capture`, key, undefined, notAfter)
        return read(id, answer, 'outcome_unknown')
      } catch (error) {
        const issue = issueOf(error)
        if (issue === 'ORDER_ALREADY_CAPTURED') return findCaptured(id, error)
        const refused = issue && REFUSALS.get(issue)
        if (refused) return refused
        throw error
      }
    },

    /** The status of the latest dispute about a capture, if there is one. */
    findDispute: async (captureId: string): Promise<string | undefined> => {
      const query = new URLSearchParams({ disputed_transaction_id: captureId })
      const answer = await client.read(`/v1/customer/disputes?${query}`)
      const { items } = parse(disputes, answer, 'unavailable')
      const [latest] = items.toSorted((a, b) => b.update_time.localeCompare(a.update_time))
      return latest?.status.toLowerCase()
    },

    /** Undefined if this can't be from PayPal. */
    readWebhook: (body: Buffer, headers: WebhookHeaders): WebhookReport | undefined => {
      const signed = transmissionOf(headers, settings.apiUrl)
      const text = body.toString('utf8')
      const event = signed && parseEvent(text)
      return event && { ...event, verify: () => verify(signed, text) }
    },
  }
}

type Refusal = Extract<ProviderPayment, { kind: 'refused' }>

const refusals = (failureCode: NonNullable<Refusal['failureCode']>, ...issues: string[]) =>
  issues.map((issue) => [issue, { kind: 'refused', failureCode, reason: issue }] as const)

/** Refusals of a capture that took no money, and the error code that the payer gets. */
const REFUSALS = new Map<string, Refusal>([
  ['ORDER_NOT_APPROVED', { kind: 'refused' }],
  ...refusals('wallet_action_required', 'PAYER_ACTION_REQUIRED'),
  ...refusals('instrument_declined', 'INSTRUMENT_DECLINED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING'),
  ...refusals(
    'wallet_declined',
    'PAYER_ACCOUNT_RESTRICTED',
    'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
    'PAYER_CANNOT_PAY',
    'PAYEE_BLOCKED_TRANSACTION',
    'TRANSACTION_BLOCKED_BY_PAYEE',
    'TRANSACTION_REFUSED',
    'TRANSACTION_LIMIT_EXCEEDED',
    'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
    'DECLINED_DUE_TO_RELATED_TXN',
    'COMPLIANCE_VIOLATION',
    'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  ),
])

const bodyOf = ({ payer, ...details }: NewOrder, { businessName }: Config) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      amount: { currency_code: 'USD', value: centsToText(details.amountCents) },
      description: details.description.slice(0, DESCRIPTION_LENGTH_MAX),
      custom_id: details.attemptId,
    },
  ],
  payment_source: {
    paypal: {
      email_address: payer.email,
      name: {
        given_name: payer.givenName.slice(0, NAME_LENGTH_MAX),
        surname: payer.surname.slice(0, NAME_LENGTH_MAX) || ' ',
      },
      experience_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        brand_name: businessName.slice(0, DESCRIPTION_LENGTH_MAX),
        return_url: details.returnUrl,
        cancel_url: details.cancelUrl,
      },
    },
  },
})

/** PayPal's code for refusing a call that it understood. */
const issueOf = (error: unknown): string | undefined =>
  error instanceof ProviderError && error.kind === 'rejected' ? error.providerCode : undefined
