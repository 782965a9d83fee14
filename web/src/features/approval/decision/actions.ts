// Which buttons an approver gets: by the status of the task and by what QuickBooks has of it.
import type { AccountingStatus } from '../posting/accounting-check.ts'

export type ActionName =
  | 'approve-and-add'
  | 'approve-and-skip'
  | 'approve-and-wait'
  | 'approve'
  | 'reject'
  | 'add'

export type Action = {
  readonly name: ActionName
  readonly label: string
  /** Why it cannot be used right now. */
  readonly blocked?: string
}

/** What is said while it runs. */
export const UNDER_WAY = {
  approve: 'Approving...',
  'approve-and-skip': 'Approving...',
  'approve-and-wait': 'Approving...',
  'approve-and-add': 'Approving and adding to QuickBooks...',
  add: 'Adding to QuickBooks...',
  reject: 'Rejecting...',
} as const satisfies Record<ActionName, string>

const APPROVE: Action = { name: 'approve', label: 'Approve' }
/** Offered beside the failure of a bill that can be added later. */
export const APPROVE_AND_WAIT: Action = {
  name: 'approve-and-wait',
  label: 'Approve and add the bill later',
}
const REJECT: Action = { name: 'reject', label: 'Reject' }

export const actionsFor = (statusName: string, { match }: AccountingStatus): readonly Action[] => {
  // Nothing is added before it is known what QuickBooks has.
  const blocked = match === 'checking' ? { blocked: 'Checking QuickBooks...' } : {}
  switch (statusName.toLowerCase()) {
    case 'approved':
      return match === 'exact'
        ? [REJECT]
        : [{ name: 'add', label: 'Add to QuickBooks', ...blocked }, REJECT]
    case 'rejected':
      return [APPROVE]
    case 'paid':
      return []
    default:
      return match === 'exact'
        ? [APPROVE, REJECT]
        : [
            { name: 'approve-and-add', label: 'Approve & Add to QB', ...blocked },
            { name: 'approve-and-skip', label: 'Approve & Skip QB' },
            REJECT,
          ]
  }
}
