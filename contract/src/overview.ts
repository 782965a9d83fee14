// Endpoints for the overview and for the counts in the navigation. Parts that the account's tools don't cover are absent.
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'

const count = z.number().int().min(0)

export const getWorkspaceCounts = {
  method: 'GET',
  path: '/api/overview/counts',
  summary: 'What is waiting for the caller, by tool',
  access: 'staff',
  response: z.object({
    /** With `approve_invoice`. */
    pendingInvoices: count.optional(),
    /** With `pay_invoice`. */
    paymentsToReview: count.optional(),
    /** With `connections`: QuickBooks isn't connected, or won't be for long. */
    connectionNeedsAttention: z.boolean().optional(),
    failedJobs: count,
  }),
} as const satisfies Endpoint
export type WorkspaceCounts = z.infer<(typeof getWorkspaceCounts)['response']>
