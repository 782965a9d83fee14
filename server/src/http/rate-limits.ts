// Rate limits by address or subject. Processes share their counts in the database where it matters.

import type { CallLimit } from '@invoice-desk/contract/http/endpoint'
import { ERRORS } from '@invoice-desk/contract/http/errors'
import { durationInWords } from '@invoice-desk/contract/values/duration'
import type pg from 'pg'
import { AppError } from '../lib/app-error.ts'
import { type Counted, type Counts, createMemoryCounts, createSharedCounts } from './counts.ts'

type Limit = { readonly points: number; readonly seconds: number; readonly shared: boolean }

/**
 * `points` per `seconds`; `shared` limits are counted across processes.
 *
 * A limit may refuse only by address or by verified caller. Anyone can drive up the count of a customer, an
 * invoice number or a mailbox, so those limits must never refuse: a stranger could lock the owner out.
 * - `proof_…` limits ask for the human check, and a passed check always lets the caller through.
 * - `quiet_…` limits skip the work and give the usual response.
 * - All others refuse.
 */
export const RATE_LIMITS = {
  general: { points: 600, seconds: 60, shared: false },
  sign_in: { points: 20, seconds: 60, shared: true },
  /** An office may share one address. */
  renew_sign_in: { points: 300, seconds: 60, shared: false },
  verification: { points: 60, seconds: 600, shared: true },
  verify_token: { points: 60, seconds: 60, shared: true },
  /** By contractor. */
  submit_invoice: { points: 200, seconds: 3_600, shared: true },
  /** By contractor: emails with a link to correct their details. */
  details_link: { points: 5, seconds: 3_600, shared: true },
  /** By link: details that an invited vendor sends. */
  vendor_details: { points: 20, seconds: 3_600, shared: true },
  /** By author: staff or a contractor. Also welcome and test emails, by administrator. */
  message: { points: 60, seconds: 3_600, shared: true },
  invoice_search: { points: 20, seconds: 60, shared: true },
  /** Different customers whose invoices an address found. An office that pays for several knows them all. */
  search_customers: { points: 30, seconds: 3_600, shared: true },
  /** By address and customer: each counts once. */
  seen_customer: { points: 1, seconds: 3_600, shared: true },
  /** ZIP codes, right or wrong. */
  zip_tries: { points: 5, seconds: 3_600, shared: true },
  /** Pay links that visitors have us email. */
  link_email: { points: 5, seconds: 3_600, shared: true },
  payment_history: { points: 60, seconds: 60, shared: true },
  /** PDFs and statements for visitors. */
  invoice_file: { points: 20, seconds: 60, shared: true },
  payment: { points: 60, seconds: 600, shared: true },
  /** Payments that are being started right now. */
  payments_at_once: { points: 15, seconds: 60, shared: true },
  /** Counts declines only. */
  payment_declines: { points: 10, seconds: 3_600, shared: true },
  payment_status: { points: 120, seconds: 60, shared: false },
  /**
   * By address and payment, or for all payments that we don't know: webhooks that PayPal didn't confirm as its own. Above
   * it, we stop asking PayPal about them.
   */
  webhook_forged: { points: 10, seconds: 3_600, shared: true },
  retailer_list: { points: 240, seconds: 60, shared: false },
  export: { points: 20, seconds: 60, shared: false },
  retailer_import: { points: 60, seconds: 600, shared: false },
  verify_challenge: { points: 20, seconds: 60, shared: true },
  /** Each test makes several calls to the service. */
  service_test: { points: 60, seconds: 60, shared: false },
  /** Wrong logins at the SMTP server, by address. Above it, they also end the connection. The right one always works. */
  relay_login: { points: 20, seconds: 600, shared: true },
  /** By device: messages that it begins, also those that we refuse. */
  relay_message: { points: 60, seconds: 60, shared: true },
  /** By Gmail account: it allows 15,000 units per minute, and a message costs 100. */
  relay_send: { points: 150, seconds: 60, shared: true },
  /** Wrong tokens. Above it, the right one is refused, too. */
  metrics_guesses: { points: 10, seconds: 60, shared: false },
  probe: { points: 20, seconds: 60, shared: false },

  /** Searches that found nothing, by address and by invoice number. */
  proof_search_misses: { points: 5, seconds: 600, shared: true },
  proof_number_misses: { points: 30, seconds: 3_600, shared: true },
  /** As `search_customers`, and wrong ZIP codes by customer. */
  proof_search_customers: { points: 3, seconds: 3_600, shared: true },
  proof_customer_zip: { points: 5, seconds: 3_600, shared: true },
  /** As `link_email`. */
  proof_link_email: { points: 2, seconds: 3_600, shared: true },
  /** Declined payments by address, and started payments by customer. */
  proof_payment_declines: { points: 3, seconds: 3_600, shared: true },
  proof_customer_payments: { points: 30, seconds: 3_600, shared: true },
  /** Verification emails by the requesting address, and by mailbox. */
  proof_verification_address: { points: 2, seconds: 3_600, shared: true },
  proof_verification_mailbox: { points: 5, seconds: 3_600, shared: true },

  /** Verification emails by mailbox: by then it has plenty of working links. */
  quiet_verification_mailbox: { points: 20, seconds: 3_600, shared: true },
  /** Emailed pay links by customer. */
  quiet_link_email: { points: 5, seconds: 86_400, shared: true },
} as const satisfies Record<CallLimit, Limit> & Record<string, Limit>

type LimitName = keyof typeof RATE_LIMITS
type RefusingLimit = Exclude<LimitName, `proof_${string}` | `quiet_${string}`>

export type RateLimits = ReturnType<typeof createRateLimits>

type RefusalCode = 'rate_limited' | 'too_many_declines' | 'payments_at_once'
type Settings = { readonly requestsPerMinute: number; readonly rateLimitFactor: number }

const CLEANUP_MS = 5 * 60_000

export const createRateLimits = (pool: pg.Pool, settings: Settings) => {
  const memory = createMemoryCounts()
  const shared = createSharedCounts(pool, memory)
  setInterval(() => {
    for (const counts of [memory, shared]) void counts.deleteExpired()
  }, CLEANUP_MS).unref()

  const pointsOf = (name: LimitName): number =>
    name === 'general'
      ? settings.requestsPerMinute
      : RATE_LIMITS[name].points * settings.rateLimitFactor

  const counter = (name: LimitName, subject: string): Counter => {
    const limit = RATE_LIMITS[name]
    return createCounter(limit.shared ? shared : memory, {
      key: `${name}:${subject}`,
      seconds: limit.seconds,
      points: pointsOf(name),
    })
  }

  return {
    /** Counts one call of this subject (an address, a contractor), or refuses it and says how long to wait. */
    take: async (name: RefusingLimit, subject: string): Promise<void> => {
      const calls = counter(name, subject)
      if (await calls.count()) throw calls.refusal('rate_limited')
    },
    counter,
  }
}

/** Counts without refusing. */
export type Counter = {
  /** Counts one more and says whether that exceeds the limit. */
  count(): Promise<boolean>
  /** Whether one more would exceed the limit. */
  isReached(): Promise<boolean>
  clear(): Promise<void>
  /** An error that says how long to wait, based on the last count. */
  refusal(code: RefusalCode): AppError
  readonly counts: Counts
  readonly limit: { readonly key: string; readonly seconds: number; readonly points: number }
  /** The last count. */
  counted?: Counted | undefined
}

const createCounter = (counts: Counts, limit: Counter['limit']): Counter => {
  const counter: Counter = {
    counts,
    limit,
    count: async () => (await countAll([counter]))[0] ?? false,
    isReached: async () => (await areReached([counter]))[0] ?? false,
    clear: () => counts.clear(limit.key),
    refusal: (code) => refusalOf(code, (counter.counted?.endsAt ?? 0) - Date.now()),
  }
  return counter
}

/** Counts one more for each, in one statement, and says which exceed their limit. */
export const countAll = async (counters: readonly Counter[]): Promise<boolean[]> => {
  for (const [counts, group] of Map.groupBy(counters, (each) => each.counts)) {
    const counted = await counts.add(group.map(({ limit }) => limit))
    for (const [n, each] of group.entries()) each.counted = counted[n]
  }
  return counters.map(({ counted, limit }) => (counted?.points ?? 0) > limit.points)
}

/** Whether one more would exceed the limit of each, in one statement. */
export const areReached = async (counters: readonly Counter[]): Promise<boolean[]> => {
  for (const [counts, group] of Map.groupBy(counters, (each) => each.counts)) {
    const found = await counts.find(group.map(({ limit }) => limit.key))
    for (const each of group) each.counted = found.find(({ key }) => key === each.limit.key)
  }
  return counters.map(({ counted, limit }) => (counted?.points ?? 0) >= limit.points)
}

/** Reverts the last count of each, in one statement. */
export const undoAll = async (counters: readonly Counter[]): Promise<void> => {
  for (const [counts, group] of Map.groupBy(counters, (each) => each.counts)) {
    await counts.undo(group.flatMap(({ counted }) => counted ?? []))
    for (const each of group) each.counted = undefined
  }
}

const refusalOf = (code: RefusalCode, waitMs: number): AppError => {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const text = `${ERRORS[code].text} Try again in ${durationInWords(retryAfterSeconds)}.`
  return new AppError(code, { text, retryAfterSeconds })
}
