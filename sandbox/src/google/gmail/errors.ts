// Gmail's errors, in the format that Google's APIs share.
import type { FaultAnswer, WriteFault } from '../../faults.ts'

type Refusal = {
  readonly code: number
  readonly status: string
  readonly reason: string
  readonly domain?: string
  readonly message: string
}

const refusal = ({ domain = 'global', ...error }: Refusal): FaultAnswer => {
  const { code, status, reason, message } = error
  const body = { error: { code, message, status, errors: [{ message, domain, reason }] } }
  return { status: code, body }
}

export const invalidArgument = (message: string): FaultAnswer =>
  refusal({ code: 400, status: 'INVALID_ARGUMENT', reason: 'invalidArgument', message })

export const UNAUTHENTICATED = refusal({
  code: 401,
  status: 'UNAUTHENTICATED',
  reason: 'authError',
  message:
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
})

export const INSUFFICIENT_SCOPE = refusal({
  code: 403,
  status: 'PERMISSION_DENIED',
  reason: 'insufficientPermissions',
  message: 'Request had insufficient authentication scopes.',
})

export const TOO_LARGE = refusal({
  code: 413,
  status: 'FAILED_PRECONDITION',
  reason: 'uploadTooLarge',
  message: 'Request is too large.',
})

export const TOO_FAST = refusal({
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  domain: 'usageLimits',
  reason: 'rateLimitExceeded',
  message:
    "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute per user' of service 'gmail.googleapis.com'.",
})

/** The account may not send to more people until then. Google writes two spaces. */
export const dailyLimit = (until: Date): FaultAnswer =>
  refusal({
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    domain: 'usageLimits',
    reason: 'userRateLimitExceeded',
    message: `User-rate limit exceeded.  Retry after ${until.toISOString()}`,
  })

export const writeGmailFault: WriteFault = (mode, status = 503) => {
  if (mode === 'throttle') return { ...TOO_FAST, headers: { 'retry-after': '1' } }
  if (mode === 'expire-token') return UNAUTHENTICATED
  if (status === 401) return UNAUTHENTICATED
  if (status === 413) return TOO_LARGE
  if (status === 403) return INSUFFICIENT_SCOPE
  if (status < 500) return { ...invalidArgument('Invalid value'), status }
  return refusal({
    code: status,
    status: 'UNAVAILABLE',
    reason: 'backendError',
    message: 'The service is currently unavailable.',
  })
}
