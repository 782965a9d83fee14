// Which decision a task still allows. Nothing here talks to anybody.
import type { BillStatus } from '../../db/schema/contractor.ts'

export type Decision = 'approve' | 'reject' | 'mark_paid' | 'unmark_paid'

const ALLOWED: Readonly<Record<BillStatus, readonly Decision[]>> = {
  received: ['approve', 'reject'],
  sent_for_approval: ['approve', 'reject'],
  approved: ['reject', 'mark_paid'],
  rejected: ['approve'],
  // The money is gone; what was wrong with it is settled outside this desk. Only what staff said can be taken back.
  paid: ['unmark_paid'],
}

export const canDecide = (status: BillStatus, decision: Decision): boolean =>
  ALLOWED[status].includes(decision)

/** The statuses that allow a decision. */
export const decidableBy = (decision: Decision): BillStatus[] =>
  (Object.keys(ALLOWED) as BillStatus[]).filter((status) => canDecide(status, decision))

const AFTER = {
  approve: 'approved',
  reject: 'rejected',
  mark_paid: 'paid',
  unmark_paid: 'approved',
} as const satisfies Record<Decision, BillStatus>

export const statusAfter = (decision: Decision): BillStatus => AFTER[decision]

/** The vendor may change until a bill with the old one stands, or may stand, in QuickBooks. */
export const canChangeVendor = (status: BillStatus, posting: string | undefined): boolean =>
  status !== 'paid' && posting !== 'created' && posting !== 'unknown' && posting !== 'intent'

/** An invoice with a bill in QuickBooks, or one that may still get it, becomes paid there. */
export const canMarkPaid = (posting: string | undefined, postLater: boolean): boolean =>
  !postLater && (posting === undefined || posting === 'failed')
