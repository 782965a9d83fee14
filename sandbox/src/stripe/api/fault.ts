// Stripe's error objects.
import type Stripe from 'stripe'
import { ACCOUNT_ID } from '../ids.ts'

export type ErrorBody = {
  readonly type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  readonly message: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly charge?: string
  readonly doc_url?: string
  readonly payment_intent?: Stripe.PaymentIntent
  readonly payment_method?: Stripe.PaymentMethod
}

/** The API's error handler sends it to the caller. */
export class StripeFault extends Error {
  readonly statusCode: number
  readonly error: ErrorBody

  constructor(statusCode: number, error: ErrorBody) {
    super(error.message)
    this.statusCode = statusCode
    this.error = error
  }
}

export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

export const invalidRequest = (
  message: string,
  extra: Omit<Partial<ErrorBody>, 'type' | 'message'> = {},
  status = 400,
): StripeFault =>
  new StripeFault(status, {
    ...extra,
    ...(extra.code !== undefined && { doc_url: docUrl(extra.code) }),
    message,
    type: 'invalid_request_error',
  })

export const missingParameter = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
export const unknownParameter = (param: string) =>
  invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
export const invalidChoice = (param: string, choices: readonly string[]) =>
  invalidRequest(`Invalid ${param}: must be one of ${choices.join(', ')}`, { param })
export const noSuch = (kind: string, id: string, param = 'id') =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404)
export const unrecognizedUrl = (method: string, path: string) =>
  invalidRequest(
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    {},
    404,
  )

export const noKey = () =>
  invalidRequest(
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    {},
    401,
  )
export const wrongKey = (key: string) =>
  invalidRequest(`Invalid API Key provided: ${masked(key)}`, {}, 401)
export const expiredKey = () =>
  invalidRequest('Expired API Key provided: sk_test_********', { code: 'api_key_expired' }, 401)
export const secretKeyRequired = () =>
  invalidRequest(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
    403,
  )
export const notPermitted = (permission: string) =>
  invalidRequest(
    `The provided key 'rk_test_********' does not have the required permissions for this endpoint on account '${ACCOUNT_ID}'. Having the '${permission}' permission would allow this request to continue.`,
    {},
    403,
  )

export const keyInUse = () =>
  invalidRequest(
    'There is currently another in-progress request using this Stripe Idempotent Key. Please try again later.',
    { code: 'idempotency_key_in_use' },
    409,
  )
export const keyReused = (key: string) =>
  new StripeFault(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

export const objectLocked = () =>
  invalidRequest(
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.',
    { code: 'lock_timeout' },
    429,
  )
export const throttled = () =>
  invalidRequest(
    'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
    { code: 'rate_limit' },
    429,
  )
export const systemFailure = (status = 500) =>
  new StripeFault(status, {
    type: 'api_error',
    message: 'An unknown error occurred. Please try again in a little while.',
  })

/** The error that fits a status best. */
export const faultOfStatus = (status: number): StripeFault => {
  if (status === 401) return expiredKey()
  if (status === 409) return keyInUse()
  if (status === 429) return throttled()
  return status < 500
    ? invalidRequest('This request could not be carried out.', {}, status)
    : systemFailure(status)
}

const masked = (key: string): string =>
  key.length <= 12 ? '*'.repeat(key.length) : `${key.slice(0, 8)}********${key.slice(-4)}`
