// Limits by address, and by subject where a feature asks. What processes must count together is in the database.
import { type LimitName, RATE_LIMITS } from '@invoice-desk/contract/limits'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'

export type RateLimits = {
  /** Counts one call of this subject (an address, an e-mail) or refuses it with the time to wait. */
  take(name: LimitName, subject: string, reply?: FastifyReply): Promise<void>
  /** Counts something that happened, such as a miss, without refusing anything. */
  count(name: LimitName, subject: string): Promise<void>
  /** Whether so much was counted that the limit is reached. */
  isReached(name: LimitName, subject: string): Promise<boolean>
}

type Settings = { readonly requestsPerMinute: number; readonly rateLimitFactor: number }

export const createRateLimits = (pool: pg.Pool, settings: Settings): RateLimits => {
  const names = Object.keys(RATE_LIMITS) as LimitName[]
  const limiters = new Map(names.map((name) => [name, createLimiter(name, pool, settings)]))

  return {
    take: async (name, subject, reply) => {
      try {
        await limiters.get(name)?.consume(subject)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        reply?.header('retry-after', String(Math.ceil(refusal.msBeforeNext / 1_000)))
        throw new AppError('rate_limited')
      }
    },
    count: async (name, subject) => void (await limiters.get(name)?.penalty(subject)),
    isReached: async (name, subject) => {
      const counted = await limiters.get(name)?.get(subject)
      return (counted?.consumedPoints ?? 0) >= (limiters.get(name)?.points ?? 1)
    },
  }
}

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
