// Shared by the Stripe tests: Stripe's own library, pointed at a sandbox.
import Stripe from 'stripe'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf, openSandbox, postJson, temporaryFolder } from '../support.ts'

export type StripeSettings = Record<
  'STRIPE_SECRET_KEY' | 'STRIPE_PUBLISHABLE_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_URL',
  string
>

export const settingsOf = ({ settings }: Sandbox): StripeSettings =>
  settings.stripe as StripeSettings

export const clientOf = (sandbox: Sandbox, key?: string): Stripe => {
  const { STRIPE_SECRET_KEY, STRIPE_API_URL } = settingsOf(sandbox)
  const { hostname, port } = new URL(STRIPE_API_URL)
  return new Stripe(key ?? STRIPE_SECRET_KEY, {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 20_000,
    telemetry: false,
  })
}

export const openStripe = async (dataDir = temporaryFolder()) => {
  const sandbox = await openSandbox(dataDir)
  return { sandbox, stripe: clientOf(sandbox) }
}

/** A payment request with all usual parameters. */
export const paymentOf = (
  payment_method: string,
  more: Partial<Stripe.PaymentIntentCreateParams> = {},
): Stripe.PaymentIntentCreateParams => ({
  amount: 12_345,
  currency: 'usd',
  payment_method,
  confirm: true,
  use_stripe_sdk: true,
  automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  description: 'Invoices 1001, 1002',
  receipt_email: 'payer@customer.example',
  metadata: { attempt: 'attempt-1' },
  ...more,
})

/** Sends a card as the browser does. */
export const tokenize = async (
  sandbox: Sandbox,
  number: string,
  more: Record<string, string> = {},
  key = settingsOf(sandbox).STRIPE_PUBLISHABLE_KEY,
) => {
  const response = await fetch(`${sandbox.url}/stripe/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, origin: 'http://localhost:3000' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
      'billing_details[address][postal_code]': '94103',
      ...more,
    }),
  })
  const body = await jsonOf<Stripe.PaymentMethod & { error?: Stripe.StripeRawError }>(response)
  return { status: response.status, headers: response.headers, body }
}

/** Answers the bank's authentication page. */
export const answerChallenge = (
  sandbox: Sandbox,
  intent: Stripe.PaymentIntent,
  choice: 'complete' | 'fail' | 'cancel',
  framed = 'yes',
) =>
  fetch(
    `${sandbox.url}/stripe/challenge/${intent.id}?client_secret=${intent.client_secret}${framed && `&framed=${framed}`}`,
    { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' },
  )

export const setSwitches = (sandbox: Sandbox, change: Record<string, unknown>) =>
  postJson(`${sandbox.url}/stripe/switches`, change)

/** The library's error. */
export const errorOf = async (work: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('Expected an error.')
}
