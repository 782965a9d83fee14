// Defines every bill status: its label and color, whether it's pending, and what staff can do.

/** Staff decisions: the resulting status, the audit event, and the text in the history. */
const DECISIONS = {
  approve: { next: 'approved', event: 'bill_approved', text: 'approved the invoice' },
  reject: { next: 'rejected', event: 'bill_rejected', text: 'rejected the invoice' },
  request_changes: {
    next: 'changes_requested',
    event: 'bill_changes_requested',
    text: 'requested changes',
  },
  mark_paid: { next: 'paid', event: 'bill_marked_paid', text: 'marked the invoice as paid' },
  unmark_paid: {
    next: 'approved',
    event: 'bill_unmarked_paid',
    text: 'marked the invoice as not paid',
  },
} as const satisfies Record<string, { next: string; event: string; text: string }>
export type Decision = keyof typeof DECISIONS
type DecisionEvent = (typeof DECISIONS)[Decision]['event']
export const ALL_DECISIONS = Object.keys(DECISIONS) as Decision[]

/** Everything staff can do with a bill. The last two don't change its status. */
export const TASK_ACTIONS = [...ALL_DECISIONS, 'add_bill', 'update_vendor'] as const
export type TaskAction = (typeof TASK_ACTIONS)[number]

type Status = Readonly<{
  label: string
  /** Dark enough for white text on light and dark pages. */
  color: string
  /** Whether the invoice needs a decision. */
  isPending: boolean
  /** Whether the invoice counts toward the contractor's overall total. */
  isCounted: boolean
  /** Staff said no, or the contractor withdrew it: it gets no bill in QuickBooks, and one that exists must be voided. */
  isTurnedDown: boolean
  actions: readonly TaskAction[]
}>

/** In the order they're shown. */
export const BILL_STATUSES = {
  received: {
    label: 'Received',
    color: '#56625e',
    isPending: true,
    isCounted: true,
    isTurnedDown: false,
    actions: ['approve', 'reject', 'request_changes', 'add_bill', 'update_vendor'],
  },
  sent_for_approval: {
    label: 'Sent for Approval',
    color: '#8a5600',
    isPending: true,
    isCounted: true,
    isTurnedDown: false,
    actions: ['approve', 'reject', 'request_changes', 'add_bill', 'update_vendor'],
  },
  changes_requested: {
    label: 'Changes requested',
    color: '#5b3a9b',
    isPending: false,
    isCounted: false,
    isTurnedDown: true,
    actions: ['approve', 'reject', 'add_bill', 'update_vendor'],
  },
  approved: {
    label: 'Approved',
    color: '#1f47a8',
    isPending: false,
    isCounted: true,
    isTurnedDown: false,
    actions: ['reject', 'add_bill', 'update_vendor', 'mark_paid'],
  },
  paid: {
    label: 'Paid',
    color: '#14602f',
    isPending: false,
    isCounted: true,
    isTurnedDown: false,
    actions: ['unmark_paid'],
  },
  rejected: {
    label: 'Rejected',
    color: '#9a231d',
    isPending: false,
    isCounted: false,
    isTurnedDown: true,
    actions: ['approve', 'update_vendor'],
  },
  withdrawn: {
    label: 'Withdrawn',
    color: '#5f5a52',
    isPending: false,
    isCounted: false,
    isTurnedDown: true,
    actions: [],
  },
} as const satisfies Record<string, Status>
export type BillStatus = keyof typeof BILL_STATUSES

const table: Readonly<Record<BillStatus, Status>> = BILL_STATUSES

export const ALL_STATUSES = Object.keys(table) as BillStatus[]
export const PENDING_STATUSES = ALL_STATUSES.filter((status) => table[status].isPending)
export const COUNTED_STATUSES = ALL_STATUSES.filter((status) => table[status].isCounted)
export const TURNED_DOWN_STATUSES = ALL_STATUSES.filter((status) => table[status].isTurnedDown)

/** They have a bill in QuickBooks, or may get one without another decision. */
export const ACCEPTED_STATUSES = ALL_STATUSES.filter(
  (status) => !table[status].isPending && !table[status].isTurnedDown,
)

/** The contractor can change or withdraw it. */
export const isUndecided = (status: BillStatus): boolean =>
  table[status].isPending || status === 'changes_requested'

/** Whether the contractor can submit the invoice again, because it was rejected or withdrawn. */
export const isClosed = (status: BillStatus): boolean =>
  isTurnedDown(status) && !isUndecided(status)

export const isAccepted = (status: BillStatus): boolean => ACCEPTED_STATUSES.includes(status)

export const isTurnedDown = (status: BillStatus): boolean => table[status].isTurnedDown

export const actionsOf = (status: BillStatus): TaskAction[] => [...table[status].actions]

export const statusesAllowing = (action: TaskAction): BillStatus[] =>
  ALL_STATUSES.filter((status) => actionsOf(status).includes(action))

export const statusAfter = <D extends Decision>(decision: D): (typeof DECISIONS)[D]['next'] =>
  DECISIONS[decision].next

/** Whether the decision needs a message to the contractor, and leaves no bill in QuickBooks. */
export const turnsDown = (decision: Decision): boolean => isTurnedDown(statusAfter(decision))

/** The audit event of a decision. */
export const eventOf = (decision: Decision): DecisionEvent => DECISIONS[decision].event

/** The history's text for each decision's event. */
export const DECISION_TEXTS = Object.fromEntries(
  Object.values(DECISIONS).map(({ event, text }) => [event, text]),
) as Readonly<Record<DecisionEvent, string>>

/** A status as a task shows it: `sent for approval` and its color. */
export const taskStatusOf = (status: BillStatus): { name: string; color: string } => {
  const { label, color } = table[status]
  return { name: label.toLowerCase(), color }
}

/** Treats `Sent for Approval`, `sent for approval` and `sent_for_approval` the same. An unknown status is pending. */
export const billStatusFrom = (text: string): BillStatus => {
  const key = text.toLowerCase().replaceAll(' ', '_')
  return ALL_STATUSES.find((status) => status === key) ?? 'received'
}
