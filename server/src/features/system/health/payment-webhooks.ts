// What Stripe's and PayPal's tests share: their settings, and the webhook's address, its events and whether it arrives.
import {
  PAYMENT_METHODS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import { receiveWebhook } from '@invoice-desk/contract/payments/payments'
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { PAYMENT_PROVIDERS } from '../../../providers/payment-providers.ts'
import { TEST_TIMEOUT_MS } from '../../../providers/settings-test.ts'
import type { Config } from '../../../settings/config.ts'
import { EVENT_DAYS, findLastEventAt, findLastPaid } from '../../payments/webhooks/queries.ts'
import { type CheckDependencies, ok, problem, skipped } from './check.ts'
import { readIfPossible, timeText, WEBHOOK_LATE_MS } from './provider-failures.ts'

export const webhookUrlOf = ({ publicUrl }: Config, method: PaymentMethod): string =>
  publicUrl + receiveWebhook[method].path

/** `*` subscribes to everything. */
export const missingEvents = (method: PaymentMethod, subscribed: readonly string[]): string[] =>
  subscribed.includes('*')
    ? []
    : PAYMENT_PROVIDERS[method].webhookEvents.filter((event) => !subscribed.includes(event))

export const allEvents = (method: PaymentMethod): string =>
  PAYMENT_PROVIDERS[method].webhookEvents.join(', ')

export const timeoutOf = ({ paymentTimeoutMs }: Config): number =>
  Math.min(paymentTimeoutMs, TEST_TIMEOUT_MS)

/** The finding for a provider that the business doesn't use. */
export const notSetUp = (method: PaymentMethod): Finding => {
  const { publicKey, secretKey, webhookSecret } = PAYMENT_PROVIDERS[method].variables
  const { provider } = PAYMENT_METHODS[method]
  return skipped(
    `${provider} isn't set up. To offer it, set ${publicKey}, ${secretKey} and ${webhookSecret}.`,
  )
}

/** A webhook counts only after we've checked that the provider sent it. Every payment causes at least one. */
export const webhookArrival = async (
  { config, database: { db } }: CheckDependencies,
  method: PaymentMethod,
  fix: string,
): Promise<Finding> => {
  const { provider } = PAYMENT_METHODS[method]
  const readBoth = async () => ({
    paid: await findLastPaid(db, method, new Date(Date.now() - WEBHOOK_LATE_MS)),
    lastAt: await findLastEventAt(db, method),
  })
  const read = await readIfPossible(readBoth, { paid: undefined, lastAt: undefined })
  if (!read) return skipped("We can't tell without the database whether webhooks arrive.")
  const { paid, lastAt } = read.value
  const timeOf = (at: Date) => timeText(at, config.businessTimeZone)
  if (paid?.capturedAt && !(lastAt && lastAt > paid.createdAt)) {
    const text = `A payment through ${provider} finished on ${timeOf(paid.capturedAt)}, but its webhook didn't arrive.`
    return problem(text, fix)
  }
  if (lastAt) return ok(`The last webhook from ${provider} arrived on ${timeOf(lastAt)}.`)
  return skipped(
    `No webhook from ${provider} arrived in the last ${EVENT_DAYS} days. Test again 20 minutes after the next payment.`,
  )
}
