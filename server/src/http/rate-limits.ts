// Limits by address, and by subject where a feature asks. What processes must count together is in the database.
import { type LimitName, RATE_LIMITS } from '@invoice-desk/contract/limits'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../app-error.ts'

export type RateLimits = {
  /** Counts one call of this subject (an address, an e-mail) or refuses it with the time to wait. */
  take(name: LimitName, subject: string, reply?: FastifyReply): Promise<void>
}

export const createRateLimits = (pool: pg.Pool, requestsPerMinute: number): RateLimits => {
  const names = Object.keys(RATE_LIMITS) as LimitName[]
  const limiters = new Map(
    names.map((name) => [name, createLimiter(name, pool, requestsPerMinute)]),
  )

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
  }
}

const createLimiter = (name: LimitName, pool: pg.Pool, requestsPerMinute: number) => {
  const { points, seconds, shared } = RATE_LIMITS[name]
  const options = {
    keyPrefix: name,
    points: name === 'general' ? requestsPerMinute : points,
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
