// The buttons an approver gets, from the actions the task allows and what QuickBooks already has.
import type { TaskAction } from '@invoice-desk/contract/bill-status'
import type { AccountingStatus } from '../posting/accounting-check.ts'

export type ActionName =
  | 'approve-and-add'
  | 'approve-and-skip'
  | 'approve-and-wait'
  | 'approve'
  | 'reject'
  | 'add'

/** The button's label, and what screen readers announce while the action runs. */
export const ACTION_TEXTS = {
  'approve-and-add': ['Approve & Add to QB', 'Approving and adding to QuickBooks...'],
  'approve-and-skip': ['Approve & Skip QB', 'Approving...'],
  'approve-and-wait': ['Approve and add the bill later', 'Approving...'],
  approve: ['Approve', 'Approving...'],
  add: ['Add to QuickBooks', 'Adding to QuickBooks...'],
  reject: ['Reject', 'Rejecting...'],
} as const satisfies Record<ActionName, readonly [label: string, announced: string]>

export const actionsFor = (
  allowed: readonly TaskAction[],
  match: AccountingStatus['match'],
): readonly ActionName[] => {
  const canApprove = allowed.includes('approve')
  const canAdd = allowed.includes('add_bill') && match !== 'exact'
  const names: ActionName[] = []
  if (canApprove && canAdd) names.push('approve-and-add', 'approve-and-skip')
  else if (canApprove) names.push('approve')
  else if (canAdd) names.push('add')
  if (allowed.includes('reject')) names.push('reject')
  return names
}

/** Nothing can be added before we know what QuickBooks has. */
export const isBlocked = (name: ActionName, match: AccountingStatus['match']): boolean =>
  match === 'checking' && (name === 'add' || name === 'approve-and-add')
