// Reads QuickBooks' two fault formats and classifies them by status and code.
import { z } from 'zod'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

const errors = z
  .array(
    z.object({
      Message: z.string().default(''),
      message: z.string().default(''),
      code: z.coerce.string(),
    }),
  )
  .min(1)
const anyFault = z.union([
  z.object({ Fault: z.object({ Error: errors }) }).transform(({ Fault }) => Fault.Error),
  z.object({ fault: z.object({ error: errors }) }).transform(({ fault }) => fault.error),
])

export type Fault = { readonly code: string; readonly message: string }

/** The gateway writes `003001` where others write `3001`. */
const codeOf = (code: string): string => code.replace(/^0+(?=\d)/, '')

/** The fault in a body, if any. Some come with status 200. */
export const findFault = (body: unknown): Fault | undefined => {
  const first = anyFault.safeParse(body).data?.[0]
  return first && { code: codeOf(first.code), message: first.Message || first.message }
}

/** A caller who doesn't ask for JSON gets faults as XML. */
export const findXmlFault = (text: string): Fault | undefined => {
  const code = /<Error\b[^>]*\bcode="(\d+)"/.exec(text)?.[1]
  const message = /<Message>([^<]*)</.exec(text)?.[1] ?? ''
  return code === undefined ? undefined : { code: codeOf(code), message }
}

export const FAULT = {
  tokenRefused: '3200',
  throttled: '3001',
  nameTaken: '6240',
  numberTaken: '6140',
  notFound: '610',
  badReference: '2500',
  /** Someone changed the record since it was read. */
  stale: '5010',
} as const

/** A failed write may have succeeded in QuickBooks; a failed read changed nothing. */
export const kindOf = (status: number, code: string, isWrite: boolean): ProviderErrorKind => {
  // The code comes first: QuickBooks once answered a throttled call with 403.
  if (status === 429 || code === FAULT.throttled) return 'rate_limited'
  if (status === 401 || status === 403 || code === FAULT.tokenRefused) return 'auth'
  // Timed out, or still busy with the same call: either may still succeed.
  const isBusy = status === 408 || status === 409
  if (status >= 500 || isBusy) return isWrite ? 'outcome_unknown' : 'unavailable'
  return 'rejected'
}

/** Leaves out the fault's detail, which repeats what we sent, including tax ids. */
export const faultError = (
  status: number,
  fault: Fault | undefined,
  options: { isWrite: boolean; traceId?: string | undefined; retryAfterMs?: number | undefined },
): ProviderError => {
  const code = fault?.code ?? `http_${status}`
  return new ProviderError(
    'quickbooks',
    kindOf(status, code, options.isWrite),
    fault ? `${fault.code}: ${fault.message}` : `returned status ${status}`,
    { providerCode: code, traceId: options.traceId, retryAfterMs: options.retryAfterMs },
  )
}

export const isFault = (error: unknown, code: string): boolean =>
  error instanceof ProviderError && error.provider === 'quickbooks' && error.providerCode === code
