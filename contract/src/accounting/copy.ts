// Our copy of the QuickBooks data that pages read, and how current it is.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { optionalText } from '../http/lenient-response.ts'

export const copyStatus = z.object({
  /** `none` without a connection; `filling` until everything has been read once. */
  state: z.enum(['none', 'filling', 'ready']),
  /** The data is what QuickBooks had at this time. */
  asOf: z.iso.datetime().optional(),
  /** Too old to rely on, so pages ask QuickBooks if they can. */
  isOld: z.boolean(),
  /** Records read so far, while the copy is being filled. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }).optional(),
  /** Why the last refresh failed. */
  problem: optionalText,
})
export type CopyStatus = z.infer<typeof copyStatus>

export const getCopyStatus = {
  method: 'GET',
  path: '/api/qbo/copy',
  summary: 'How current the QuickBooks data is that pages show',
  access: 'staff',
  response: copyStatus,
} as const satisfies Endpoint

export const refreshCopy = {
  method: 'POST',
  path: '/api/qbo/copy',
  summary: 'Read the latest changes from QuickBooks now',
  access: 'tool:approve_invoice|create_vendor|connections',
  response: copyStatus,
  errors: ['qbo_not_connected', 'qbo_connection_invalid', 'qbo_unavailable'],
} as const satisfies Endpoint
