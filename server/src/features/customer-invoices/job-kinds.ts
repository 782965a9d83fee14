// Defines the jobs of customers' invoices.
import { z } from 'zod'
import type { JobKind } from '../../jobs/queue.ts'

/** Emails a pay link to the customer's own address. */
export const customerLinkJob = {
  name: 'customer-link',
  data: z.object({ realmId: z.string(), customerId: z.string(), invoiceId: z.string() }),
  // By then, whoever asked for it has given up.
  retryLimit: 5,
} as const satisfies JobKind
