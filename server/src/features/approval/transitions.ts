// Which decision a task still allows. Nothing here talks to anybody.
import type { BillStatus } from '../../db/schema/contractor.ts'

export type Decision = 'approve' | 'reject'

const ALLOWED: Readonly<Record<BillStatus, readonly Decision[]>> = {
  received: ['approve', 'reject'],
  sent_for_approval: ['approve', 'reject'],
  approved: ['reject'],
  rejected: ['approve'],
  // The money is gone; what was wrong with it is settled outside this desk.
  paid: [],
}

export const canDecide = (status: BillStatus, decision: Decision): boolean =>
  ALLOWED[status].includes(decision)

/** The statuses that allow a decision. */
export const decidableBy = (decision: Decision): BillStatus[] =>
  (Object.keys(ALLOWED) as BillStatus[]).filter((status) => canDecide(status, decision))

export const statusAfter = (decision: Decision): BillStatus =>
  decision === 'approve' ? 'approved' : 'rejected'

/** The vendor may change until a bill with the old one stands, or may stand, in QuickBooks. */
export const canChangeVendor = (status: BillStatus, posting: string | undefined): boolean =>
  status !== 'paid' && posting !== 'created' && posting !== 'unknown' && posting !== 'intent'
