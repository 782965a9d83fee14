// Decides when a posting may be retried and what a failure means for it. Pure rules, no I/O.
import {
  type AccountingBill,
  similarBillsQuestion,
} from '@invoice-desk/contract/accounting/accounting'
import { isTurnedDown } from '@invoice-desk/contract/bills/bill-status'
import { decimalFromCents, formatUsd, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { bill } from '../../db/schema/bills.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Bill } from '../../providers/quickbooks/bills.ts'
import type { Kept } from '../accounting/copy/records.ts'
import { type BillPosting, isOutdated, type Priced } from '../bills/posted-bill.ts'
import type { PostingContent } from './queries.ts'

/** What to do with a task that already has a posting. */
export const nextStepOf = (before: BillPosting, content: PostingContent) => {
  if (before.state === 'created') return isOutdated(before, content) ? 'outdated' : 'exists'
  if (before.state === 'failed') return 'renew'
  // While the outcome is unknown, only the same bill may be retried.
  const fields = ['realmId', 'vendorId', 'invoiceNumber', 'amountCents'] as const
  return fields.every((field) => before[field] === content[field]) ? 'claim' : 'wait'
}

type Task = typeof bill.$inferSelect
type LockedTask = Priced & Pick<Task, 'status' | 'version' | 'changes'>

/** Whether the posting was started before the contractor's last correction, which the approvers haven't seen then. */
export const isBeforeCorrection = (
  { createdAt }: Pick<BillPosting, 'createdAt'>,
  { changes }: Pick<Task, 'changes'>,
): boolean => createdAt.getTime() < Date.parse(changes.resubmittedAt ?? '')

/**
 * Whether the task no longer wants this bill: staff turned it down, or the contractor corrected it. Staff may still add
 * a bill to a task that waits for changes, so it counts only if it happened after the version they saw. A job hasn't seen
 * any version, so it never continues a posting from before a correction.
 */
export const isUnwanted = (
  task: LockedTask,
  posted: Priced & Pick<BillPosting, 'createdAt'>,
  seenVersion: number | undefined,
): boolean =>
  (isTurnedDown(task.status) && task.version !== seenVersion) ||
  isOutdated(posted, task) ||
  (seenVersion === undefined && isBeforeCorrection(posted, task))

/** The task's earlier bill must be voided before it gets another one. */
export const refuseOutdated = ({
  invoiceNumber,
  totalCents,
}: Pick<Bill, 'invoiceNumber' | 'totalCents'>): AppError =>
  new AppError('task_has_bill', {
    text: `QuickBooks still has the bill from before the correction (${invoiceNumber}, ${formatUsd(totalCents)}). Void it there, then add this one.`,
  })

/** A task's bill, in the task's own spelling. */
export type TaskFacts = Pick<typeof bill.$inferSelect, 'vendor' | 'invoiceNumber' | 'amountCents'>

export const isSameBill = (a: TaskFacts, b: TaskFacts): boolean =>
  a.vendor === b.vendor && a.invoiceNumber === b.invoiceNumber && a.amountCents === b.amountCents

/** The similar bills that approvers have accepted so far. */
export const agreedIds = (
  before: BillPosting,
  { similarBillIds = [] }: PostingContent,
): string[] => [...new Set([...before.similarBillIds, ...similarBillIds])]

/** Whether an earlier try with the same request id may have succeeded. */
export const isUncertain = ({ state }: Pick<BillPosting, 'state'>): boolean => state === 'unknown'

/** A bill whose response was lost may still appear in QuickBooks for this long. */
const LATE_MS = 3_600_000

/**
 * A task that was turned down or corrected gets no bill from an earlier try. The posting stays open until that try can
 * no longer produce one.
 */
export const refuseUnwanted = (
  { decidedAt, changes }: Pick<typeof bill.$inferSelect, 'decidedAt' | 'changes'>,
  now = Date.now(),
): AppError => {
  const since = decidedAt?.getTime() ?? Date.parse(changes.resubmittedAt ?? '')
  return new AppError(now - since < LATE_MS ? 'task_rejected' : 'task_action_refused')
}

/** Whether QuickBooks refused the call, or the call that caused this failure. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === 'rejected' || isRefused(error.cause))

/** For `catch`: a refused lookup says nothing about the bill. */
export const refuseLookup = (error: unknown): never => {
  if (!isRefused(error)) throw error
  throw new ProviderError('quickbooks', 'unavailable', 'the lookup was refused', { cause: error })
}

/**
 * `failed` only if it's certain that nothing was written. Even a refusal isn't certain while a bill whose response was
 * lost may still appear.
 */
export const endingOf = (
  row: Pick<BillPosting, 'state' | 'createdAt'>,
  error: unknown,
  now = Date.now(),
): { state: 'failed' | 'unknown'; failure: string | null } => {
  const isApp = error instanceof AppError
  if (!isApp && !(error instanceof ProviderError)) return { state: 'unknown', failure: null }
  const failure = isApp ? error.code : (error.providerCode ?? error.kind)
  if (failure === 'task_rejected' || (!isApp && error.kind === 'outcome_unknown'))
    return { state: 'unknown', failure }
  const isAnswer = isApp || error.kind === 'rejected'
  const isLate = isAnswer && now - row.createdAt.getTime() >= LATE_MS
  return { state: isUncertain(row) && !isLate ? 'unknown' : 'failed', failure }
}

/** A QuickBooks bill as the approval page reads it. */
export const toAccountingBill = (bill: Kept<'bill'>): AccountingBill => ({
  id: bill.id,
  invoiceNumber: bill.invoiceNumber,
  amount: decimalFromCents(bill.totalCents),
  currency: bill.currency,
  date: bill.date,
  dueDate: bill.dueDate,
  status: bill.balanceCents > 0 ? 'Unpaid' : 'Paid',
})

export const refuseBill = refuseWith('qbo_bill_failed', 'qbo_bill_refused')

/** For `catch`: the error for the person who requested the bill. An unknown outcome isn't a failure. */
export const refusePosting =
  (row: Pick<BillPosting, 'state' | 'createdAt'>) =>
  (error: unknown): never => {
    const isAnswered = !(error instanceof ProviderError) || error.kind === 'auth'
    if (isAnswered || endingOf(row, error).state === 'failed') return refuseBill(error)
    throw new AppError('qbo_bill_unknown', { cause: error })
  }

/** Goes into the note of bills we create, so staff and our own code can recognize them. */
export const originOf = ({ taskId }: Pick<BillPosting, 'taskId'>) => `Invoice Desk, task ${taskId}`

/** Submitted invoices are in dollars: the same number in another currency is a different bill. */
export const isForAmount = (bill: Pick<Bill, 'currency' | 'totalCents'>, amountCents: number) =>
  bill.currency === HOME_CURRENCY && bill.totalCents === amountCents

/** Asks whether to add the bill although these exist. */
export const similarTo = (found: readonly Kept<'bill'>[], amountCents: number): AppError => {
  const bills = found.map(toAccountingBill)
  const text = similarBillsQuestion(bills, amountCents)
  return new AppError('qbo_bill_differs', { text, extra: { bills } })
}

/** QuickBooks allows 50 characters. */
export const requestIdOf = ({ taskId, generation }: BillPosting) => `b-${taskId}-${generation}`
