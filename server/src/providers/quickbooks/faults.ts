// How QuickBooks refuses: two shapes of fault, told apart from each other and classed by status and code.
import { z } from 'zod'
import { ProviderError, type ProviderErrorKind } from '../provider-error.ts'

const restFault = z
  .object({
    Fault: z.object({
      Error: z.array(z.object({ Message: z.string().default(''), code: z.coerce.string() })).min(1),
    }),
  })
  .transform(({ Fault }) => Fault.Error.map(({ Message, code }) => ({ message: Message, code })))

const gatewayFault = z
  .object({
    fault: z.object({
      error: z.array(z.object({ message: z.string().default(''), code: z.coerce.string() })).min(1),
    }),
  })
  .transform(({ fault }) => fault.error)

const anyFault = z.union([restFault, gatewayFault])

export type Fault = { readonly code: string; readonly message: string }

/** The fault in a body, whatever the status says: some come with 200. */
export const findFault = (body: unknown): Fault | undefined => {
  // Nearly every answer has neither, and finding that out by schema writes a report about it.
  if (typeof body !== 'object' || body === null) return undefined
  if (!('Fault' in body) && !('fault' in body)) return undefined
  const parsed = anyFault.safeParse(body)
  const first = parsed.success ? parsed.data[0] : undefined
  // The gateway writes `003001` where others write `3001`.
  return first && { code: first.code.replace(/^0+(?=\d)/, ''), message: first.message }
}

export const FAULT = {
  tokenRefused: '3200',
  throttled: '3001',
  nameTaken: '6240',
  numberTaken: '6140',
  notFound: '610',
  badReference: '2500',
} as const

/** What may follow: a write that broke down may have been done, a read has done nothing. */
export const kindOf = (status: number, code: string, isWrite: boolean): ProviderErrorKind => {
  // The code counts first: a throttled call was once answered with 403.
  if (status === 429 || code === FAULT.throttled) return 'rate_limited'
  if (status === 401 || status === 403 || code === FAULT.tokenRefused) return 'auth'
  // Busy with the same call, or gave up waiting for it: that says nothing about what becomes of it.
  const isBusy = status === 408 || status === 409
  if (status >= 500 || isBusy) return isWrite ? 'outcome_unknown' : 'unavailable'
  return 'rejected'
}

/** Only QuickBooks' own words reach the log: a fault's detail repeats what was sent, tax ids included. */
export const faultError = (
  status: number,
  fault: Fault | undefined,
  options: { isWrite: boolean; traceId?: string | undefined; retryAfterMs?: number | undefined },
): ProviderError => {
  const code = fault?.code ?? `http_${status}`
  return new ProviderError(
    'quickbooks',
    kindOf(status, code, options.isWrite),
    fault ? `${fault.code}: ${fault.message}` : `answered with status ${status}`,
    { providerCode: code, traceId: options.traceId, retryAfterMs: options.retryAfterMs },
  )
}

/** Whether QuickBooks refused with exactly this code. */
export const isFault = (error: unknown, code: string): boolean =>
  error instanceof ProviderError && error.provider === 'quickbooks' && error.providerCode === code
