// Which buttons an approver gets: by the status of the task and by what QuickBooks has of it.
import type { AccountingStatus } from './accounting-check.ts'

export type ActionName = 'approve-and-add' | 'approve-and-skip' | 'approve' | 'reject' | 'add'

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
  'approve-and-add': 'Approving and adding to QuickBooks...',
  add: 'Adding to QuickBooks...',
  reject: 'Rejecting...',
} as const satisfies Record<ActionName, string>

const APPROVE: Action = { name: 'approve', label: 'Approve' }
const REJECT: Action = { name: 'reject', label: 'Reject' }

/** Nothing is added before it is known what QuickBooks has, nor beside something that looks alike. */
const BLOCKED: Readonly<Partial<Record<AccountingStatus['match'], string>>> = {
  checking: 'Checking QuickBooks...',
  similar: 'QuickBooks has a similar bill. Please check it first.',
}

export const actionsFor = (statusName: string, { match }: AccountingStatus): readonly Action[] => {
  const reason = BLOCKED[match]
  const blocked = reason === undefined ? {} : { blocked: reason }
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
