// Gathers the figures that staff see first. It only reads what other features store.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { type Covered, countWorkspace } from './queries.ts'

const coveredBy = ({ tools }: StaffCaller): Covered => ({
  approve_invoice: tools.includes('approve_invoice'),
  pay_invoice: tools.includes('pay_invoice'),
  connections: tools.includes('connections'),
})

export const createOverview = ({ database: { db } }: Dependencies) => ({
  counts: async (caller: StaffCaller): Promise<WorkspaceCounts> => {
    const row = await countWorkspace(db, coveredBy(caller))
    return {
      pendingInvoices: row?.pendingInvoices ?? undefined,
      paymentsToReview: row?.paymentsToReview ?? undefined,
      connectionNeedsAttention: row?.connectionNeedsAttention ?? undefined,
      failedJobs: row?.failedJobs ?? 0,
    }
  },
})
