// Everything that changes a submitted invoice, as one table: from which statuses, to which one, what it resets, and what
// the audit log and the contractor hear of it.
import type { AuditAction } from '@invoice-desk/contract/activity/audit-actions'
import {
  ALL_STATUSES,
  type BillStatus,
  type Decision,
  eventOf,
  isUndecided,
  PENDING_STATUSES,
  statusAfter,
  statusesAllowing,
} from '@invoice-desk/contract/bills/bill-status'
import type { bill } from '../../db/schema/bills.ts'

export type BillValues = Partial<typeof bill.$inferInsert>

/** Columns that are reset together. */
const RESETS = {
  approvals: () => ({ approvals: [] }),
  /** The next ones to act are other people, or the same ones again. */
  waiting: () => ({ waitingSince: new Date(), escalatedAt: null }),
  escalation: () => ({ escalatedAt: null }),
  decision: () => ({ decidedAt: null, decidedBy: null, rejectReason: null }),
  posting: () => ({ postLater: false, postRefusal: null }),
  refusal: () => ({ postRefusal: null }),
  payment: () => ({
    ...{ paidAt: null, paidBy: null, paidDate: null },
    ...{ paidReference: null, paidNote: null },
  }),
} as const satisfies Record<string, () => BillValues>

/** Steps of a bill that its contractor gets an email about. */
export const MAILED_STEPS = [
  'received',
  'approved',
  'changes_requested',
  'rejected',
  'paid',
] as const satisfies BillStatus[]
export type MailedStep = (typeof MAILED_STEPS)[number]

type Transition = {
  readonly from: readonly BillStatus[]
  /** Without one, the status stays. */
  readonly to?: BillStatus
  readonly resets: readonly (keyof typeof RESETS)[]
  /** Without one, the audit log has nothing about it. */
  readonly action?: AuditAction
  readonly mail?: MailedStep
  /** People who have the bill open can still decide about it. */
  readonly keepsVersion?: true
}

const decision = <D extends Decision>(name: D) => ({
  from: statusesAllowing(name),
  to: statusAfter(name),
  action: eventOf(name),
})

const TURNED_DOWN = ['approvals', 'decision', 'escalation', 'posting'] as const
const REOPENED = ['approvals', 'decision', 'posting', 'waiting'] as const
const APPROVABLE = statusesAllowing('approve')
const VENDOR_OPEN = statusesAllowing('update_vendor')
const UNDECIDED = ALL_STATUSES.filter(isUndecided)

export const TRANSITIONS = {
  /** The approvers were emailed about a new or corrected bill. */
  announce: {
    ...{ from: ['received'], to: 'sent_for_approval', resets: [] },
    ...{ action: 'bill_sent_for_approval', keepsVersion: true },
  },
  approve: {
    ...decision('approve'),
    resets: ['decision', 'posting', 'escalation'],
    mail: 'approved',
  },
  /** One approval of several. */
  approve_in_part: { from: APPROVABLE, resets: [], action: 'bill_approval_given' },
  /** One approval of several, and now others have to act. */
  approve_stage: { from: APPROVABLE, resets: ['waiting'], action: 'bill_approval_given' },
  /** One approval of several, for a bill that was turned down. */
  reopen: {
    ...{ from: APPROVABLE, to: 'sent_for_approval' },
    ...{ resets: ['decision', 'waiting'], action: 'bill_approval_given' },
  },
  reject: { ...decision('reject'), resets: TURNED_DOWN, mail: 'rejected' },
  request_changes: {
    ...decision('request_changes'),
    resets: TURNED_DOWN,
    mail: 'changes_requested',
  },
  resubmit: { from: UNDECIDED, to: 'received', resets: REOPENED, action: 'bill_resubmitted' },
  withdraw: { from: UNDECIDED, to: 'withdrawn', resets: TURNED_DOWN, action: 'bill_withdrawn' },
  choose_vendor: { from: VENDOR_OPEN, resets: ['refusal'], action: 'bill_vendor_changed' },
  /** Its approvals were for the other vendor. */
  choose_vendor_anew: {
    from: VENDOR_OPEN,
    ...{ resets: ['approvals', 'waiting', 'refusal'], action: 'bill_vendor_changed' },
  },
  /** Even an approved bill needs its approvals again. */
  choose_vendor_reopen: {
    from: VENDOR_OPEN,
    ...{ to: 'sent_for_approval', resets: REOPENED, action: 'bill_vendor_changed' },
  },
  escalate: {
    ...{ from: PENDING_STATUSES, resets: [] },
    ...{ action: 'bill_escalated', keepsVersion: true },
  },
  /** A document that was read late made it other people's turn. */
  ask_others: { from: PENDING_STATUSES, resets: ['waiting'] },
  post: { from: ALL_STATUSES, resets: ['posting'], keepsVersion: true },
  refuse_to_post: {
    ...{ from: ['approved'], resets: ['posting'] },
    ...{ action: 'bill_refused', keepsVersion: true },
  },
  mark_paid: { ...decision('mark_paid'), resets: ['payment'], mail: 'paid' },
  /** As the page says, the contractor gets no email. */
  unmark_paid: { ...decision('unmark_paid'), resets: ['payment'] },
  /** QuickBooks says so; the email is for all bills that were paid together. */
  find_paid: { from: ['approved'], to: 'paid', resets: ['payment'], action: 'bill_paid' },
  find_unpaid: { from: ['paid'], to: 'approved', resets: ['payment'], action: 'bill_unpaid_again' },
} as const satisfies Record<string, Transition>

export type BillEvent = keyof typeof TRANSITIONS

export const transitionOf = (event: BillEvent): Transition => TRANSITIONS[event]

/** The columns that the event itself changes. */
export const changeOf = (event: BillEvent): BillValues => {
  const { to, resets } = transitionOf(event)
  const reset: BillValues = Object.assign({}, ...resets.map((name) => RESETS[name]()))
  return to ? { ...reset, status: to } : reset
}
