// When a posting may be tried again, and what a failure means for it. Nothing here talks to anybody.
import { createHash } from 'node:crypto'
import { similarBillsQuestion } from '@invoice-desk/contract/accounting'
import { HOME_CURRENCY } from '@invoice-desk/contract/money'
import { AppError } from '../../../app-error.ts'
import type { bill } from '../../../db/schema/contractor.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { Bill } from '../../../providers/quickbooks/bills.ts'
import { refuseWith } from '../../../quickbooks-refusals.ts'
import type { BillPosting, PostingContent } from '../queries.ts'
import { toAccountingBill } from './accounting-bill.ts'

/**
 * Longer than a posting takes; after that whoever held it is taken for dead. Were it only slow, two would
 * work under one request id, and still there would be one bill; how it ended is then for the second to say.
 */
export const CLAIM_SECONDS = 60

export type NextStep = 'renew' | 'claim' | 'standing' | 'wait'

/** What to do about a task that has a posting already. */
export const nextStepOf = (before: BillPosting, content: PostingContent): NextStep => {
  if (before.state === 'created') return 'standing'
  if (before.state === 'failed') return 'renew'
  // While an outcome is open, only the very same bill may be tried again.
  const fields = ['realmId', 'vendorId', 'invoiceNumber', 'amountCents'] as const
  return fields.every((field) => before[field] === content[field]) ? 'claim' : 'wait'
}

/** What a task says of its bill, as the task itself spells it. */
export type TaskFacts = Pick<typeof bill.$inferSelect, 'vendor' | 'invoiceNumber' | 'amountCents'>

export const isSameBill = (a: TaskFacts, b: TaskFacts): boolean =>
  a.vendor === b.vendor && a.invoiceNumber === b.invoiceNumber && a.amountCents === b.amountCents

/** The similar bills that approvers have agreed to so far, in this try and earlier ones. */
export const agreedIds = (
  before: BillPosting,
  { similarBillIds = [] }: PostingContent,
): string[] => [...new Set([...before.similarBillIds, ...similarBillIds])]

/** Whether an earlier try under the same request id may have been done. */
export const isUncertain = ({ state }: Pick<BillPosting, 'state'>): boolean => state === 'unknown'

/** A create that nobody saw end may show up in QuickBooks for so long; what is not there after that never comes. */
const LATE_MS = 3_600_000

/** What is rejected gets no bill. Its posting stays open until no bill can come of an earlier try. */
export const refuseRejected = (rejectedAt: Date | null, now = Date.now()): AppError =>
  new AppError(
    now - (rejectedAt?.getTime() ?? 0) < LATE_MS ? 'task_rejected' : 'task_action_refused',
  )

/** Whether QuickBooks said no to a call, or to the one that this failure comes from. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ProviderError && (error.kind === 'rejected' || isRefused(error.cause))

/** For `catch` of a lookup: a refused lookup says nothing about the bill. */
export const refuseLookup = (error: unknown): never => {
  if (!isRefused(error)) throw error
  throw new ProviderError('quickbooks', 'unavailable', 'the lookup was refused', { cause: error })
}

/**
 * Failed only when it is certain that nothing was written; otherwise it stays open. Even a refusal is not certain
 * while an earlier create that nobody saw end may still show up.
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

export const refuseBill = refuseWith('qbo_bill_failed', 'qbo_bill_refused')

/** For `catch`: what the person who asked for the bill is told. What stays open hasn't failed. */
export const refusePosting =
  (row: Pick<BillPosting, 'state' | 'createdAt'>) =>
  (error: unknown): never => {
    const isAnswered = !(error instanceof ProviderError) || error.kind === 'auth'
    if (isAnswered || endingOf(row, error).state === 'failed') return refuseBill(error)
    throw new AppError('qbo_bill_unknown', { cause: error })
  }

/** Said in the note of a bill that we create, so that people find their way back, and we know it again. */
export const originOf = ({ taskId }: Pick<BillPosting, 'taskId'>) => `Invoice Desk, task ${taskId}`

/** What was submitted is in dollars, so the same figure in another currency is not the same bill. */
export const isForAmount = (bill: Pick<Bill, 'currency' | 'totalCents'>, amountCents: number) =>
  bill.currency === HOME_CURRENCY && bill.totalCents === amountCents

/** Asks whether the bill shall be added beside these. */
export const similarTo = (found: readonly Bill[], amountCents: number): AppError => {
  const bills = found.map(toAccountingBill)
  const text = similarBillsQuestion(bills, amountCents)
  return new AppError('qbo_bill_differs', { text, extra: { bills } })
}

const REQUEST_ID_TASK_LENGTH_MAX = 38

/** `b-{task}-{generation}`, within QuickBooks' 50 characters. */
export const requestIdOf = ({
  taskId,
  generation,
}: Pick<BillPosting, 'taskId' | 'generation'>): string => {
  const isPlain = /^[\w-]+$/.test(taskId) && taskId.length <= REQUEST_ID_TASK_LENGTH_MAX
  const hash = () => createHash('sha256').update(taskId).digest('base64url')
  return `b-${isPlain ? taskId : hash().slice(0, REQUEST_ID_TASK_LENGTH_MAX)}-${generation}`
}
