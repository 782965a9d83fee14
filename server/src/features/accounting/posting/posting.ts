// Posts a task's bill to QuickBooks at most once: we record the intent first and the outcome last, and a job resumes
// postings whose outcome is unknown.
import { actionsOf } from '@invoice-desk/contract/bill-status'
import { AppError } from '../../../app-error.ts'
import type { bill } from '../../../db/schema/contractor.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Bill, isVoided } from '../../../providers/quickbooks/bills.ts'
import { settleBillJob } from '../job-kinds.ts'
import {
  type BillPosting,
  CLAIM_SECONDS,
  claimOpenPosting,
  endTry,
  findPosting,
  insertIntent,
  lockTask,
  markBillGone,
  type PostingContent,
  renewIntent,
} from '../queries.ts'
import { createFinish, createPost, type Posted } from './post.ts'
import {
  agreedIds,
  endingOf,
  isRefused,
  isSameBill,
  nextStepOf,
  refuseBill,
  refusePosting,
} from './posting-rules.ts'

export const createPosting = (dependencies: Dependencies) => {
  const { database, jobs } = dependencies
  const quickbooks = dependencies.quickbooks.for('staff')
  const { db } = database
  const post = createPost(dependencies)
  const finish = createFinish(dependencies)

  /** Stores the intent and the job that resumes it before QuickBooks is called. */
  const begin = (content: PostingContent): Promise<BillPosting | 'exists' | 'wait'> =>
    db.transaction(async (tx) => {
      const { taskId } = content
      const task = await lockTask(tx, taskId)
      if (!task) throw new AppError('task_unknown', { field: 'taskId' })
      assertAddable(task)
      // Someone may have changed the vendor before we took the lock.
      if (!isSameBill(task, content)) throw new AppError('changed_meanwhile')
      const fresh = await insertIntent(tx, content)
      const before = fresh ?? (await findPosting(tx, taskId))
      if (!before) return 'wait'
      const step = fresh ? 'begun' : nextStepOf(before, content)
      if (step === 'exists' || step === 'wait') return step
      const similarBillIds = agreedIds(before, content)
      const renewed = { ...content, similarBillIds }
      let row: BillPosting | undefined = before
      if (step === 'renew') row = await renewIntent(tx, renewed, before)
      if (step === 'claim') row = await claimOpenPosting(tx, taskId, similarBillIds)
      if (!row) return 'wait'
      await jobs.send(tx, settleBillJob, { taskId }, { startAfterSeconds: CLAIM_SECONDS })
      return step === 'claim' ? { ...row, state: 'unknown' } : row
    })

  /** Runs a posting that the caller has claimed, and records the outcome. */
  const run = async (row: BillPosting): Promise<Posted> => {
    let held = row
    const hold = (extended: BillPosting) => {
      held = extended
    }
    const posted = await post(row, hold).catch(async (error: unknown) => {
      await endTry(db, held, endingOf(row, error))
      throw error
    })
    return finish(row, posted)
  }

  /** The bill posted earlier, or undefined if it was deleted or voided in QuickBooks. */
  const findPosted = async (taskId: string): Promise<Posted | undefined> => {
    const row = await findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null) throw new AppError('qbo_bill_in_progress')
    const [bill] = await quickbooks.bills.listByIds([row.billId])
    if (bill && !isVoided(bill)) return { bill, alreadyExisted: true }
    await markBillGone(db, row)
    return undefined
  }

  const postBill = async (content: PostingContent, isRetry = false): Promise<Posted> => {
    const row = await begin(content)
    if (row === 'wait') throw new AppError('qbo_bill_in_progress')
    if (row !== 'exists') return run(row).catch(refusePosting(row))
    const existing = await findPosted(content.taskId).catch(refuseBill)
    if (existing) return existing
    if (isRetry) throw new AppError('qbo_bill_in_progress')
    return postBill(content, true)
  }

  /** Records a bill that someone entered by hand as the task's own. */
  const adoptBill = async (content: PostingContent, bill: Bill): Promise<void> => {
    const row = await db.transaction(async (tx) => {
      const task = await lockTask(tx, content.taskId)
      if (task?.status !== 'approved' || !isSameBill(task, content)) return undefined
      return insertIntent(tx, content)
    })
    if (row) await finish(row, { bill, alreadyExisted: true })
  }

  /** For the job: settles an open posting. False while someone else is working on it. */
  const settleBill = async (taskId: string): Promise<boolean> => {
    const row = await claimOpenPosting(db, taskId)
    if (row) {
      const open = { ...row, state: 'unknown' } as const
      // A refusal is final and recorded; an unknown outcome is retried.
      await run(open).catch((error: unknown) => {
        if (error instanceof AppError || isRefused(error)) return
        if (endingOf(open, error).state === 'unknown') throw error
      })
      return true
    }
    const state = (await findPosting(db, taskId))?.state
    return state !== 'intent' && state !== 'unknown'
  }

  return { postBill, adoptBill, settleBill }
}

const assertAddable = ({
  status,
  paidBy,
}: Pick<typeof bill.$inferSelect, 'status' | 'paidBy'>): void => {
  if (paidBy) throw new AppError('task_paid')
  if (status === 'rejected') throw new AppError('task_rejected')
  // The bill of an invoice that was paid in QuickBooks is already there.
  if (status !== 'paid' && !actionsOf(status).includes('add_bill'))
    throw new AppError('task_action_refused')
}
