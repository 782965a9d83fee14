// QuickBooks' errors: from the accounting service, and from the gateway in front of it.
import type { FaultAnswer } from '../../faults.ts'
import { preciseTime } from '../records/time.ts'
import type { Rate } from './throttle.ts'

/** An error of the accounting service; the API's error handler sends it. */
export class QuickBooksFault extends Error {
  readonly code: string
  readonly detail: string
  readonly element: string | undefined
  readonly status: number

  constructor(code: string, message: string, detail: string, element?: string, status = 400) {
    super(message)
    this.code = code
    this.detail = detail
    this.element = element
    this.status = status
  }
}

export const faultBody = (fault: QuickBooksFault) => ({
  Fault: {
    Error: [
      {
        Message: fault.message,
        Detail: fault.detail,
        code: fault.code,
        ...(fault.element !== undefined && { element: fault.element }),
      },
    ],
    type: fault.status < 500 ? 'ValidationFault' : 'SystemFault',
  },
  time: preciseTime(),
})

export const invalidProperty = (property: string) =>
  new QuickBooksFault(
    '2010',
    'Request has invalid or unsupported property',
    `Property Name:${property} specified is unsupported or invalid`,
    property,
  )
export const unparsable = () =>
  new QuickBooksFault(
    '2010',
    'Request has invalid or unsupported property',
    'Property Name:failed to parse json object; a property specified is unsupported or invalid',
  )
export const requiredMissing = (parameter: string) =>
  new QuickBooksFault(
    '2020',
    'Required param missing, need to supply the required value for the API',
    `Required parameter ${parameter} is missing in the request`,
    parameter,
  )
export const wrongLength = (element: string, max: number, length: number, min = 0) =>
  new QuickBooksFault(
    '2050',
    'String length is either shorter or longer than supported by specification',
    `String length specified does not match the supported length. Min:${min} Max:${max} supported. Supplied length:${length}`,
    element,
  )
export const invalidReference = (detail: string, element = '') =>
  new QuickBooksFault('2500', 'Invalid Reference Id', `Invalid Reference Id : ${detail}`, element)
export const notFound = (detail = 'Object Not Found') =>
  new QuickBooksFault('610', 'Object Not Found', `Object Not Found : ${detail}`, '')
export const inactive = () =>
  notFound(
    "Something you're trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees.",
  )
export const stillProcessing = (requestId: string) =>
  new QuickBooksFault(
    '2131',
    'Request Is Being Processed',
    `A request with this request ID is being processed. Try again later. Supplied value:${requestId}`,
    'requestid',
  )
export const stale = () =>
  new QuickBooksFault(
    '5010',
    'Stale Object Error',
    'Stale Object Error : You and API were working on this at the same time. API finished before you did, so your work was not saved.',
    '',
  )
export const businessRule = (detail: string) =>
  new QuickBooksFault(
    '6000',
    'A business validation error has occurred while processing your request',
    `Business Validation Error: ${detail}`,
    '',
  )
export const duplicateName = (holder: string) =>
  new QuickBooksFault(
    '6240',
    'Duplicate Name Exists Error',
    `The name supplied already exists. : Another ${holder} is already using this name. Please use a different name.`,
    '',
  )
export const duplicateNumber = (number: string, type: string, id: string) =>
  new QuickBooksFault(
    '6140',
    'Duplicate Document Number Error',
    `Duplicate Document Number Error : You must specify a different number. This number has already been used. DocNumber=${number} is assigned to TxnType=${type} with TxnId=${id}`,
    '',
  )
export const unsupportedOperation = (operation: string) =>
  new QuickBooksFault(
    '500',
    'Unsupported Operation',
    `Operation ${operation} is not supported.`,
    '',
  )
export const queryUnparsable = (detail: string) =>
  new QuickBooksFault('4000', 'Error parsing query', `QueryParserError: ${detail}`)
export const queryInvalid = (detail: string) =>
  new QuickBooksFault('4001', 'Invalid query', `QueryValidationError: ${detail}`)
export const systemFailure = () =>
  new QuickBooksFault(
    '10000',
    'An application error has occurred while processing your request',
    'System Failure Error: an unexpected error occurred',
    undefined,
    500,
  )

/** The gateway uses lower case, the time in milliseconds and many empty fields. */
const gateway = (
  status: number,
  [name, code]: readonly [name: string, code: string],
  detail: string | null,
  type: string,
): FaultAnswer => ({
  status,
  body: {
    warnings: null,
    intuitObject: null,
    fault: {
      error: [
        {
          message: `message=${name}; errorCode=00${code}; statusCode=${status}`,
          detail,
          code,
          element: null,
        },
      ],
      type,
    },
    report: null,
    queryResponse: null,
    batchItemResponse: [],
    attachableResponse: [],
    syncErrorResponse: null,
    requestId: null,
    time: Date.now(),
    status: null,
    cdcresponse: [],
  },
})

export const notAuthenticated = (detail: string): FaultAnswer =>
  gateway(401, ['AuthenticationFailed', '3200'], detail, 'AUTHENTICATION')
export const notAuthorized = (): FaultAnswer =>
  gateway(403, ['ApplicationAuthorizationFailed', '3100'], null, 'SERVICE')
export const throttled = ({ retryAfterSeconds }: Rate): FaultAnswer => ({
  ...gateway(
    429,
    ['ThrottleExceeded', '3001'],
    'The request limit was reached.  Try again later',
    'SERVICE',
  ),
  ...(retryAfterSeconds > 0 && { headers: { 'retry-after': String(retryAfterSeconds) } }),
})

/** The error that fits a status, from the gateway if it uses that status. */
export const faultOfStatus = (status: number, rate: Rate): FaultAnswer => {
  if (status === 401) return notAuthenticated('Token expired')
  if (status === 403) return notAuthorized()
  if (status === 429) return throttled(rate)
  const fault =
    status < 500 ? businessRule('The request could not be carried out.') : systemFailure()
  return { status, body: faultBody(fault) }
}
