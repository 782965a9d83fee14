// Rate limits by address or subject. Processes share their counts in the database where it matters.
import { durationInWords } from '@invoice-desk/contract/duration'
import type { CallLimit } from '@invoice-desk/contract/endpoint'
import { ERRORS } from '@invoice-desk/contract/errors'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'

type Limit = { readonly points: number; readonly seconds: number; readonly shared: boolean }

/**
 * `points` per `seconds`; `shared` limits are counted across processes.
 *
 * A limit may refuse only by address or by verified contractor. Anyone can drive up the count of a customer, an
 * invoice number or a mailbox, so those limits must never refuse: a stranger could lock the owner out.
 * - `proof_…` limits ask for the human check, and a passed check always lets the caller through.
 * - `quiet_…` limits skip the work and give the usual response.
 * - All others refuse.
 */
export const RATE_LIMITS = {
  general: { points: 600, seconds: 60, shared: false },
  sign_in: { points: 20, seconds: 60, shared: true },
  verification: { points: 60, seconds: 600, shared: true },
  verify_token: { points: 60, seconds: 60, shared: true },
  /** By contractor. */
  submit_invoice: { points: 200, seconds: 3_600, shared: true },
  invoice_search: { points: 20, seconds: 60, shared: true },
  payment_history: { points: 60, seconds: 60, shared: true },
  payment: { points: 60, seconds: 600, shared: true },
  /** Counts declines only. */
  payment_declines: { points: 10, seconds: 3_600, shared: true },
  payment_status: { points: 120, seconds: 60, shared: false },
  /** By payment: webhooks that PayPal didn't confirm as its own. Above the limit, we stop asking PayPal about them. */
  webhook_forged: { points: 10, seconds: 3_600, shared: true },
  retailer_list: { points: 240, seconds: 60, shared: false },
  retailer_export: { points: 20, seconds: 60, shared: false },
  retailer_import: { points: 60, seconds: 600, shared: false },
  verify_challenge: { points: 20, seconds: 60, shared: true },

  /** Searches that found nothing, by address and by invoice number. */
  proof_search_misses: { points: 5, seconds: 600, shared: true },
  proof_number_misses: { points: 30, seconds: 3_600, shared: true },
  /** Declined payments by address, and started payments by customer. */
  proof_payment_declines: { points: 3, seconds: 3_600, shared: true },
  proof_customer_payments: { points: 30, seconds: 3_600, shared: true },
  /** Verification emails by the requesting address, and by mailbox. */
  proof_verification_address: { points: 2, seconds: 3_600, shared: true },
  proof_verification_mailbox: { points: 5, seconds: 3_600, shared: true },

  /** Verification emails by mailbox: by then it has plenty of working links. */
  quiet_verification_mailbox: { points: 20, seconds: 3_600, shared: true },
} as const satisfies Record<CallLimit, Limit> & Record<string, Limit>

type LimitName = keyof typeof RATE_LIMITS
type RefusingLimit = Exclude<LimitName, `proof_${string}` | `quiet_${string}`>

export type RateLimits = ReturnType<typeof createRateLimits>
/** Counts without refusing. */
export type Counter = ReturnType<typeof createCounter>

type RefusalCode = 'rate_limited' | 'too_many_declines'
type Settings = { readonly requestsPerMinute: number; readonly rateLimitFactor: number }

export const createRateLimits = (pool: pg.Pool, settings: Settings) => {
  const limiters = Object.fromEntries(
    Object.keys(RATE_LIMITS).map((name) => [
      name,
      createLimiter(name as LimitName, pool, settings),
    ]),
  ) as Record<LimitName, Limiter>

  return {
    /** Counts one call of this subject (an address, a contractor), or refuses it and says how long to wait. */
    take: async (name: RefusingLimit, subject: string): Promise<void> => {
      try {
        await limiters[name].consume(subject)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw refusalOf('rate_limited', refusal)
      }
    },
    counter: (name: LimitName, subject: string): Counter => createCounter(limiters[name], subject),
  }
}

const createCounter = (limiter: Limiter, subject: string) => {
  let endsAt = 0
  return {
    /** Counts one more and says whether that exceeds the limit. */
    count: async (): Promise<boolean> => {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(subject)
      endsAt = Date.now() + msBeforeNext
      return consumedPoints > limiter.points
    },
    /** Whether one more would exceed the limit. */
    isReached: async (): Promise<boolean> =>
      ((await limiter.get(subject))?.consumedPoints ?? 0) >= limiter.points,
    /** Reverts the last `count`. */
    undo: async (): Promise<void> => {
      // The window is over and its count has reset, so reverting now would grant an extra try.
      if (Date.now() >= endsAt) return
      const { consumedPoints } = await limiter.reward(subject)
      // The count was made in memory while the database was down, so there was nothing to revert.
      if (consumedPoints < 0) await limiter.penalty(subject)
    },
    clear: async (): Promise<void> => {
      await limiter.delete(subject)
    },
    /** An error that says how long to wait, based on the last `count`. */
    refusal: (code: RefusalCode): AppError =>
      refusalOf(code, { msBeforeNext: endsAt - Date.now() }),
  }
}

const refusalOf = (
  code: RefusalCode,
  { msBeforeNext }: Pick<RateLimiterRes, 'msBeforeNext'>,
): AppError => {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  const text = `${ERRORS[code].text} Try again in ${durationInWords(retryAfterSeconds)}.`
  return new AppError(code, { text, retryAfterSeconds })
}

type Limiter = ReturnType<typeof createLimiter>

const createLimiter = (name: LimitName, pool: pg.Pool, settings: Settings) => {
  const { requestsPerMinute, rateLimitFactor } = settings
  const { points, seconds, shared } = RATE_LIMITS[name]
  const options = {
    keyPrefix: name,
    points: name === 'general' ? requestsPerMinute : points * rateLimitFactor,
    duration: seconds,
  }
  if (!shared) return new RateLimiterMemory(options)
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: true,
    // While the database is down, this process counts on its own.
    insuranceLimiter: new RateLimiterMemory(options),
  })
}
