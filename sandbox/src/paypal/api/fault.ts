// PayPal's error bodies: a name, a message, a debug id and usually the issue that caused the error.
import { newDebugId } from '../ids.ts'
import { type Link, linkTo } from '../wire.ts'

export type Detail = {
  readonly issue: string
  readonly description: string
  readonly field?: string
  readonly value?: string
  readonly location?: string
}

const KINDS = {
  INVALID_REQUEST: [
    400,
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  AUTHENTICATION_FAILURE: [
    401,
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  NOT_AUTHORIZED: [403, 'Authorization failed due to insufficient permissions.'],
  RESOURCE_NOT_FOUND: [404, 'The specified resource does not exist.'],
  INVALID_RESOURCE_ID: [404, 'Resource id is invalid'],
  RESOURCE_CONFLICT: [409, 'The server has detected a conflict while processing this request.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The server does not support the request body media type.'],
  UNPROCESSABLE_ENTITY: [
    422,
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  RATE_LIMIT_REACHED: [429, 'Too many requests. Blocked due to rate limiting.'],
  INTERNAL_SERVER_ERROR: [500, 'An internal server error occurred.'],
  SERVICE_UNAVAILABLE: [503, 'Service Unavailable.'],
} as const satisfies Record<string, readonly [number, string]>

type FaultName = keyof typeof KINDS

/** PayPal's name for a status, or the closest one. */
export const faultNameOf = (status: number): FaultName =>
  (Object.keys(KINDS) as FaultName[]).find((name) => KINDS[name][0] === status) ??
  (status < 500 ? 'INVALID_REQUEST' : 'INTERNAL_SERVER_ERROR')

const HELP_URL = 'https://developer.paypal.com/api/rest/reference/orders/v2/errors/'

/** The API's error handler sends it to the caller. */
export class PayPalFault extends Error {
  readonly statusCode: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(name: FaultName, details: readonly Detail[] = [], links: readonly Link[] = []) {
    const [status, message] = KINDS[name]
    super(details[0]?.description ?? message)
    this.statusCode = status
    this.body = {
      name,
      message,
      debug_id: newDebugId(),
      ...(details.length > 0 && { details }),
      links: [...links, linkTo(`${HELP_URL}#${details[0]?.issue ?? name}`, 'information_link')],
    }
  }
}

/** PayPal's own description of each issue. */
const ISSUES: Readonly<Record<string, string>> = {
  MALFORMED_REQUEST_JSON: 'The request JSON is not well formed.',
  MISSING_REQUIRED_PARAMETER: 'A required parameter is missing.',
  INVALID_STRING_LENGTH: 'The value of a field is either too short or too long',
  INVALID_PARAMETER_SYNTAX: 'The value of a field does not conform to the expected format.',
  INVALID_PARAMETER_VALUE: 'A parameter value is not valid.',
  INVALID_ARRAY_MIN_ITEMS: 'The number of items in an array parameter is too small.',
  NOT_SUPPORTED: 'This field is not currently supported.',
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  INVALID_RESOURCE_ID:
    'Specified resource ID does not exist. Please check the resource ID and try again.',
  DECIMAL_PRECISION:
    'If the currency supports decimals, only two decimal place precision is supported.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  MAX_VALUE_EXCEEDED: 'Should be less than or equal to 999999999999999.99.',
  INVALID_CURRENCY_CODE:
    'Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.',
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED:
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING:
    'Transaction failed. Redirect the payer to select another funding source.',
  PAYER_ACTION_REQUIRED:
    'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
  TRANSACTION_REFUSED: 'The request was refused.',
  DUPLICATE_INVOICE_ID:
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  PREVIOUS_REQUEST_IN_PROGRESS:
    'A previous request on this resource is currently in progress. Please wait for some time and try again.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_NOT_ALLOWED: 'Only a completed capture can be refunded.',
}

export const detail = (issue: string, field?: string, value?: string): Detail => ({
  ...(field !== undefined && { field, location: 'body' }),
  ...(value !== undefined && { value }),
  issue,
  description: ISSUES[issue] ?? issue,
})

export const invalidRequest = (...details: readonly Detail[]) =>
  new PayPalFault('INVALID_REQUEST', details)
export const unprocessable = (...details: readonly Detail[]) =>
  new PayPalFault('UNPROCESSABLE_ENTITY', details)
export const notFound = () => new PayPalFault('RESOURCE_NOT_FOUND', [detail('INVALID_RESOURCE_ID')])
/** The older notifications API names the issue itself and has no details. */
export const unknownWebhook = () => new PayPalFault('INVALID_RESOURCE_ID')
export const notAuthenticated = () => new PayPalFault('AUTHENTICATION_FAILURE')
