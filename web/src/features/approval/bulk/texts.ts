// The words for deciding several invoices at once.
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { formatUsd, parseCents } from '@invoice-desk/contract/values/money'
import { countText } from '../../../shared/text/count-text.ts'
import { BUTTONS } from '../decision/actions.ts'
import type { Choice } from './check.ts'

export const CHOICES: readonly Choice[] = ['approve-and-add', 'approve-and-skip', 'reject']

/** At most this many at once: adding each bill to QuickBooks takes a moment. */
export const BULK_MAX = 50

export const labelOf = (choice: Choice): string => BUTTONS[choice].label

export const verbOf = (choice: Choice) => (choice === 'reject' ? 'Reject' : 'Approve')

/** `3 invoices, $1,200.00`. */
export const totalText = (invoices: readonly Pick<PendingInvoice, 'amount'>[]): string => {
  const cents = invoices.reduce((sum, { amount }) => sum + (parseCents(amount) ?? 0), 0)
  return `${countText(invoices.length)}, ${formatUsd(cents)}`
}

type Counts = {
  readonly done: number
  /** Some weren't tried if the approver stopped. */
  readonly total: number
  /** How many of the approved invoices need more approvals. */
  readonly partial: number
}

/** `12 invoices approved`, or if the approver stopped, `3 of 12 invoices approved`. */
export const doneText = (choice: Choice, { done, total, partial }: Counts): string => {
  const count = done === total ? countText(done) : `${done} of ${countText(total)}`
  const text = `${count} ${choice === 'reject' ? 'rejected' : 'approved'}`
  return partial === 0 ? text : `${text}; ${moreText(partial)}`
}

/** `1 needs more approvals`. */
export const moreText = (count: number): string =>
  `${count} ${count === 1 ? 'needs' : 'need'} more approvals`

/** The draft of the reason for rejecting these invoices. Another selection doesn't get it. */
export const reasonDraftOf = (invoices: readonly Pick<PendingInvoice, 'id'>[]): string => {
  const ids = invoices.map(({ id }) => id)
  return `rejection of ${ids.toSorted().join()}`
}
