// When a posting may be tried again, and what a failure means for it. Nothing here talks to anybody.
import { createHash } from 'node:crypto'
import { formatMoney, HOME_CURRENCY } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Bill } from '../../providers/quickbooks/bills.ts'
import { refuseWith } from '../../providers/quickbooks/refusals.ts'
import type { BillPosting, PostingContent } from './queries.ts'

/**
 * Longer than a posting takes; after that whoever held it is taken for dead. Were it only slow, two would
 * work under one request id, and still there would be one bill.
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

/** Whether an earlier try under the same request id may have been done. */
export const isUncertain = ({ state }: Pick<BillPosting, 'state'>): boolean => state === 'unknown'

/** A create that nobody saw end may show up in QuickBooks for so long; what is not there after that never comes. */
const LATE_MS = 3_600_000

/** What is rejected gets no bill. Its posting stays open until no bill can come of an earlier try. */
export const refuseRejected = (rejectedAt: Date | null, now = Date.now()): AppError =>
  new AppError(
    now - (rejectedAt?.getTime() ?? 0) < LATE_MS ? 'task_rejected' : 'task_action_refused',
  )

/** Failed only when it is certain that nothing was written; otherwise it stays open. */
export const endingOf = (
  row: Pick<BillPosting, 'state'>,
  error: unknown,
): { state: 'failed' | 'unknown'; failure: string | null } => {
  if (error instanceof AppError)
    return { state: error.code === 'task_rejected' ? 'unknown' : 'failed', failure: error.code }
  if (!(error instanceof ProviderError)) return { state: 'unknown', failure: null }
  const failure = error.providerCode ?? error.kind
  if (error.kind === 'rejected') return { state: 'failed', failure }
  const isOpen = error.kind === 'outcome_unknown' || isUncertain(row)
  return { state: isOpen ? 'unknown' : 'failed', failure }
}

/** For `catch`: what the person who asked for the bill is told. */
export const refusePosting = (error: unknown): never => {
  const isOpen = error instanceof ProviderError && error.kind === 'outcome_unknown'
  if (isOpen) throw new AppError('qbo_bill_unknown', { cause: error })
  return refuseWith('qbo_bill_failed', 'qbo_bill_refused')(error)
}

/** What was submitted is in dollars, so the same figure in another currency is not the same bill. */
export const isForAmount = (bill: Pick<Bill, 'currency' | 'totalCents'>, amountCents: number) =>
  bill.currency === HOME_CURRENCY && bill.totalCents === amountCents

export const differsFrom = ({
  totalCents,
  currency,
}: Pick<Bill, 'currency' | 'totalCents'>): AppError =>
  new AppError('qbo_bill_differs', {
    text: `QuickBooks already has a bill of this vendor with this number, over ${formatMoney(totalCents, currency)}. Please check which amount is right.`,
  })

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
