// Wallets by PayPal's orders. Only we can take the money of an order, so one we do not capture costs nobody anything.
import { centsToText, parseCents } from '@invoice-desk/contract/money'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { ProviderPayment } from './payment-state.ts'
import { createPaypalClient } from './paypal-client.ts'
import { ProviderError } from './provider-error.ts'

export type NewOrder = {
  readonly attemptId: string
  readonly amountCents: number
  readonly description: string
  readonly email: string
  readonly givenName: string
  readonly surname: string
  readonly returnUrl: string
  readonly cancelUrl: string
}

/** `attemptId` is what we called the order; it only says where to look. */
export type WalletEvent = { readonly id: string; readonly attemptId: string | undefined }

export type Wallet = ReturnType<typeof createWallet>

const money = z.object({ currency_code: z.string(), value: z.string() })
const capture = z.object({ id: z.string(), status: z.string(), amount: money })
const order = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            captures: z.array(capture).default([]),
            refunds: z.array(z.object({ status: z.string(), amount: money })).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
})
type Order = z.infer<typeof order>

const named = z.looseObject({ custom_id: z.string().optional() })
const event = z.object({
  id: z.string().min(1).max(200),
  /** An order, a capture or a refund. */
  resource: named.extend({ purchase_units: z.array(named).optional() }),
})

const DESCRIPTION_LENGTH_MAX = 127
const NAME_LENGTH_MAX = 140

export const createWallet = (config: Config) => {
  const settings = config.paypal
  if (!settings) return undefined
  const client = createPaypalClient(settings, config.paymentTimeoutMs)
  const path = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`

  const find = async (id: string): Promise<ProviderPayment> => {
    try {
      return stateOf(order.parse(await client.read(path(id))))
    } catch (error) {
      // PayPal forgets orders that were never paid.
      if (issueOf(error) === 'INVALID_RESOURCE_ID') return { kind: 'cancelled' }
      throw error
    }
  }

  return {
    createOrder: async (wanted: NewOrder, key: string): Promise<string> => {
      const answer = await client.write('/v2/checkout/orders', key, bodyOf(wanted, config))
      return order.parse(answer).id
    },

    find,

    capture: async (id: string, key: string): Promise<ProviderPayment> => {
      try {
        return stateOf(order.parse(await client.write(`${path(id)}/capture`, key)))
      } catch (error) {
        const issue = issueOf(error)
        if (issue === 'ORDER_ALREADY_CAPTURED') return find(id)
        if (issue === 'ORDER_NOT_APPROVED') return { kind: 'open' }
        if (issue === 'INSTRUMENT_DECLINED') {
          return { kind: 'declined', code: issue, text: '', canRetry: true }
        }
        throw error
      }
    },

    /** PayPal's own word on whether a webhook call is its own; undefined for any other. */
    readEvent: async (
      body: Buffer,
      headers: Readonly<Record<string, unknown>>,
    ): Promise<WalletEvent | undefined> => {
      const text = body.toString('utf8')
      const parsed = event.safeParse(jsonOf(text))
      const signed = transmissionOf(headers)
      if (!parsed.success || !signed) return undefined
      // The event goes back as the very text that came: its signature covers those bytes.
      const fields = JSON.stringify({ ...signed, webhook_id: settings.webhookId }).slice(0, -1)
      const answer = await client.read(
        '/v1/notifications/verify-webhook-signature',
        `${fields},"webhook_event":${text}}`,
      )
      const isOwn = verdict.parse(answer).verification_status === 'SUCCESS'
      if (!isOwn) return undefined
      const { id, resource } = parsed.data
      return { id, attemptId: resource.custom_id ?? resource.purchase_units?.[0]?.custom_id }
    },
  }
}

const verdict = z.object({ verification_status: z.string() })

const bodyOf = (wanted: NewOrder, { businessName }: Config) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      amount: { currency_code: 'USD', value: centsToText(wanted.amountCents) },
      description: wanted.description.slice(0, DESCRIPTION_LENGTH_MAX),
      custom_id: wanted.attemptId,
    },
  ],
  payment_source: {
    paypal: {
      email_address: wanted.email,
      name: {
        given_name: wanted.givenName.slice(0, NAME_LENGTH_MAX),
        surname: wanted.surname.slice(0, NAME_LENGTH_MAX) || ' ',
      },
      experience_context: {
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
        brand_name: businessName.slice(0, DESCRIPTION_LENGTH_MAX),
        return_url: wanted.returnUrl,
        cancel_url: wanted.cancelUrl,
      },
    },
  },
})

const PAID = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/** A completed order can hold a capture that waits or was declined, so the capture decides. */
const stateOf = ({ status, purchase_units: [unit] }: Order): ProviderPayment => {
  const [taken] = unit?.payments?.captures ?? []
  if (!taken) {
    if (status === 'APPROVED') return { kind: 'approved' }
    return { kind: status === 'VOIDED' ? 'cancelled' : status === 'COMPLETED' ? 'pending' : 'open' }
  }
  if (taken.status === 'PENDING') return { kind: 'pending' }
  if (!PAID.includes(taken.status)) return { kind: 'declined', code: taken.status, text: '' }
  const refunds = unit?.payments?.refunds.filter((refund) => refund.status !== 'FAILED') ?? []
  return {
    kind: 'paid',
    reference: taken.id,
    amountCents: parseCents(taken.amount.value) ?? 0,
    currency: taken.amount.currency_code.toLowerCase(),
    refundedCents: refunds.reduce((sum, { amount }) => sum + (parseCents(amount.value) ?? 0), 0),
  }
}

const issueOf = (error: unknown): string | undefined =>
  error instanceof ProviderError ? error.providerCode : undefined

const transmissionOf = (headers: Readonly<Record<string, unknown>>) => {
  const names = {
    auth_algo: 'paypal-auth-algo',
    cert_url: 'paypal-cert-url',
    transmission_id: 'paypal-transmission-id',
    transmission_sig: 'paypal-transmission-sig',
    transmission_time: 'paypal-transmission-time',
  }
  const found = Object.entries(names).map(([field, name]) => [field, headers[name]] as const)
  return found.every(([, value]) => typeof value === 'string' && value !== '')
    ? Object.fromEntries(found)
    : undefined
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
