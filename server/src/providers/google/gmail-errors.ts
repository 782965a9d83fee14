// Turns Gmail's refusals into provider errors.
import { z } from 'zod'
import { retryAfterOf } from '../http-failures.ts'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

const MESSAGE_LENGTH_MAX = 200

/** Google's APIs share this format. Gateways in front of them may answer with something else. */
const refusalSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string() })).default([]),
  }),
})

const RATE_REASONS: readonly string[] = [
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'dailyLimitExceeded',
  'quotaExceeded',
  'limitExceeded',
]
/** The Gmail API isn't enabled for our client yet, so nothing was done. */
const OFF_REASONS: readonly string[] = ['accessNotConfigured']

/** Also without a reason. Another one can be a page of a proxy, which never passed the message on. */
const OF_GOOGLE: readonly number[] = [400, 401, 413, 429]

/** `text` is the body of an answer with a status other than 2xx. */
export const gmailError = (
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  now = Date.now(),
): ProviderError => {
  const refusal = refusalSchema.safeParse(parseJson(text)).data?.error
  const { message = '', errors = [] } = refusal ?? {}
  const reason = errors[0]?.reason
  const isOfGoogle = refusal !== undefined || OF_GOOGLE.includes(status)
  const kind = isOfGoogle || !isRefusal(status) ? kindOf(status, reason) : 'unavailable'
  const line = message.replace(/\s+/g, ' ').trim().slice(0, MESSAGE_LENGTH_MAX)
  return new ProviderError('google', kind, line || `Gmail answered with status ${status}`, {
    providerCode: reason ?? String(status),
    retryAfterMs: retryAfterOf(headers.get('retry-after'), now) ?? waitIn(message, now),
  })
}

const kindOf = (status: number, reason = ''): ProviderErrorKind => {
  if (status === 429 || (status === 403 && RATE_REASONS.includes(reason))) return 'rate_limited'
  if (status === 401 || (status === 403 && reason === 'insufficientPermissions')) return 'auth'
  if (status === 403 && OFF_REASONS.includes(reason)) return 'unavailable'
  return isRefusal(status) ? 'rejected' : 'outcome_unknown'
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408

/** Gmail names the time in a sentence: "Retry after 2026-11-18T12:00:00.000Z". */
const waitIn = (message: string, now: number): number | undefined => {
  const [, time] = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(message) ?? []
  return time === undefined ? undefined : retryAfterOf(new Date(time).toUTCString(), now)
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
