// Counts calls and what came of them, by address or by subject. What processes must count together is in the database.
import { durationInWords } from '@invoice-desk/contract/duration'
import { ERRORS } from '@invoice-desk/contract/errors'
import { type LimitName, RATE_LIMITS, type RefusingLimit } from '@invoice-desk/contract/limits'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'

export type RateLimits = {
  /** Counts one call of this subject (an address, a contractor), or refuses it with the time to wait. */
  take(name: RefusingLimit, subject: string): Promise<void>
  counter(name: LimitName, subject: string): Counter
}

/** Counts without refusing anything. */
export type Counter = {
  /** Counts one more, and tells whether that is above the limit. */
  count(): Promise<boolean>
  /** Whether one more would be above the limit. */
  isReached(): Promise<boolean>
  /** Takes back what `count` counted. */
  undo(): Promise<void>
  /** Forgets all that was counted for the subject. */
  clear(): Promise<void>
  /** A refusal with the time to wait, by what `count` found. */
  refusal(code: RefusalCode): AppError
}

type RefusalCode = 'rate_limited' | 'too_many_declines'
type Settings = { readonly requestsPerMinute: number; readonly rateLimitFactor: number }

export const createRateLimits = (pool: pg.Pool, settings: Settings): RateLimits => {
  const limiters = Object.fromEntries(
    Object.keys(RATE_LIMITS).map((name) => [
      name,
      createLimiter(name as LimitName, pool, settings),
    ]),
  ) as Record<LimitName, Limiter>

  return {
    take: async (name, subject) => {
      try {
        await limiters[name].consume(subject)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        throw refusalOf('rate_limited', refusal)
      }
    },
    counter: (name, subject) => createCounter(limiters[name], subject),
  }
}

const createCounter = (limiter: Limiter, subject: string): Counter => {
  let endsAt = 0
  return {
    count: async () => {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(subject)
      endsAt = Date.now() + msBeforeNext
      return consumedPoints > limiter.points
    },
    isReached: async () => ((await limiter.get(subject))?.consumedPoints ?? 0) >= limiter.points,
    undo: async () => {
      // What was counted in an earlier window is forgotten already; taken back now, it would be a try for free.
      if (Date.now() >= endsAt) return
      const { consumedPoints } = await limiter.reward(subject)
      // It was counted in this process, while the database was away.
      if (consumedPoints < 0) await limiter.penalty(subject)
    },
    clear: async () => {
      await limiter.delete(subject)
    },
    refusal: (code) => refusalOf(code, { msBeforeNext: endsAt - Date.now() }),
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
    // While the database cannot count, this process still does.
    insuranceLimiter: new RateLimiterMemory(options),
  })
}
