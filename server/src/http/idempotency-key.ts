// Reads the Idempotency-Key header, which makes it safe to repeat a request.
import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'

/** Undefined if the caller sent none. */
export const idempotencyKeyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && /^[\x21-\x7e]{8,100}$/.test(key)) return key
  throw new AppError('malformed_request', {
    text: 'The Idempotency-Key header needs 8 to 100 printable characters without spaces.',
  })
}
