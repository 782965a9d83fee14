// The buttons an approver gets, from the actions the task allows and what QuickBooks already has.
import type { Decision, TaskAction } from '@invoice-desk/contract/bills/bill-status'
import type { TaskRequest } from '../api.ts'
import type { AccountingStatus } from '../posting/accounting-check.ts'
import { BILL_FAILED } from '../posting/add-bill.ts'

type Button = Readonly<{
  label: string
  /** For screen readers while the action runs. */
  announced: string
  success: string
  failure: string
  isPrimary?: boolean
  /** What the button sends, if that's all it does. */
  request?: TaskRequest
}>

/** Payments have a card of their own. */
type DecisionWithButton = Exclude<Decision, 'mark_paid' | 'unmark_paid'>

const APPROVE = {
  announced: 'Approving...',
  success: 'Task approved successfully',
  failure: 'Failed to approve task',
  request: { action: 'approve' },
} as const

/** A button with the name of an action appears whenever the task allows that action. */
const table = {
  'approve-and-add': {
    ...APPROVE,
    label: 'Approve & Add to QB',
    announced: 'Approving and adding to QuickBooks...',
    isPrimary: true,
  },
  'approve-and-skip': { ...APPROVE, label: 'Approve & Skip QB' },
  'approve-and-wait': {
    ...APPROVE,
    label: 'Approve and add the bill later',
    request: { action: 'approve', postLater: true },
  },
  approve: { ...APPROVE, label: 'Approve', isPrimary: true },
  add: {
    label: 'Add to QuickBooks',
    announced: 'Adding to QuickBooks...',
    success: 'Bill created in QuickBooks successfully',
    failure: BILL_FAILED,
    isPrimary: true,
  },
  reject: {
    label: 'Reject',
    announced: 'Rejecting...',
    success: 'Task rejected successfully',
    failure: 'Failed to reject task',
  },
  request_changes: {
    label: 'Request changes',
    announced: 'Requesting changes...',
    success: 'Changes requested',
    failure: 'Failed to request changes',
  },
} satisfies Record<DecisionWithButton, Button> & Record<string, Button>
export type ButtonName = keyof typeof table
export const BUTTONS: Readonly<Record<ButtonName, Button>> = table

/** Buttons that first ask for a message to the contractor. */
export type AskingButton = 'reject' | 'request_changes'

export const isAsking = (name: ButtonName): name is AskingButton =>
  name === 'reject' || name === 'request_changes'

export const buttonsFor = (
  allowed: readonly TaskAction[],
  match: AccountingStatus['match'],
): ButtonName[] => {
  const canApprove = allowed.includes('approve')
  const canAdd = allowed.includes('add_bill') && match !== 'exact'
  const names: ButtonName[] = []
  if (canApprove && canAdd) names.push('approve-and-add', 'approve-and-skip')
  else if (canApprove) names.push('approve')
  else if (canAdd) names.push('add')
  return [...names, ...allowed.filter(isButton)]
}

const isButton = (action: TaskAction): action is TaskAction & ButtonName =>
  action in BUTTONS && action !== 'approve'

/** Nothing can be added before we know what QuickBooks has. */
export const isBlocked = (name: ButtonName, match: AccountingStatus['match']): boolean =>
  match === 'checking' && (name === 'add' || name === 'approve-and-add')

/** No button stands out while there may be a duplicate, except the one that adds no bill. */
export const variantOf = (
  name: ButtonName,
  hasWarning: boolean,
): 'filled' | 'light' | 'default' => {
  if (hasWarning) return name === 'approve-and-skip' ? 'light' : 'default'
  return BUTTONS[name].isPrimary ? 'filled' : 'default'
}

/** The button that the shortcut presses. */
export const mainApproval = (names: readonly ButtonName[]): ButtonName | undefined =>
  names.find((name) => name === 'approve-and-add' || name === 'approve')
