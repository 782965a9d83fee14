// Posts the bill of a task to QuickBooks at most once, whatever happens in between: the intent is written
// first, how it ended last, and what nobody saw end is taken up again by a job.
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Bill, isVoided } from '../../../providers/quickbooks/bills.ts'
import { settleBillJob } from '../job-kinds.ts'
import {
  type BillPosting,
  claimOpenPosting,
  endTry,
  findPosting,
  insertIntent,
  lockTask,
  markBillGone,
  type PostingContent,
  renewIntent,
} from '../queries.ts'
import { createFinish } from './finish-posting.ts'
import { createPost, type Posted } from './post.ts'
import {
  agreedIds,
  CLAIM_SECONDS,
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

  /** T1: the intent and the job that will look after it exist together, before QuickBooks hears of it. */
  const begin = (content: PostingContent): Promise<BillPosting | 'standing' | 'wait'> =>
    db.transaction(async (tx) => {
      const { taskId } = content
      const task = await lockTask(tx, taskId)
      if (!task) throw new AppError('task_unknown', { field: 'taskId' })
      if (task.status === 'rejected') throw new AppError('task_rejected')
      if (task.paidBy) throw new AppError('task_paid')
      // From here on its vendor stays; until now it could be changed.
      if (!isSameBill(task, content)) throw new AppError('changed_meanwhile')
      const fresh = await insertIntent(tx, content, CLAIM_SECONDS)
      const before = fresh ?? (await findPosting(tx, taskId))
      if (!before) return 'wait'
      const step = fresh ? 'begun' : nextStepOf(before, content)
      if (step === 'standing' || step === 'wait') return step
      const similarBillIds = agreedIds(before, content)
      const wanted = { ...content, similarBillIds }
      let row: BillPosting | undefined = before
      if (step === 'renew') row = await renewIntent(tx, wanted, before.generation, CLAIM_SECONDS)
      if (step === 'claim') row = await claimOpenPosting(tx, taskId, CLAIM_SECONDS, similarBillIds)
      if (!row) return 'wait'
      await jobs.send(tx, settleBillJob, { taskId }, { startAfterSeconds: CLAIM_SECONDS })
      return step === 'claim' ? { ...row, state: 'unknown' } : row
    })

  /** Runs a posting that the caller has claimed, and writes down how it ended. */
  const run = async (row: BillPosting): Promise<Posted> => {
    let held = row
    const hold = (claimedUntil: Date) => {
      held = { ...row, claimedUntil }
    }
    const posted = await post(row, hold).catch(async (error: unknown) => {
      await endTry(db, held, endingOf(row, error))
      throw error
    })
    return finish(row, posted)
  }

  /** The bill that was posted before, or undefined when it was deleted or voided in QuickBooks. */
  const findPosted = async (taskId: string): Promise<Posted | undefined> => {
    const row = await findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null) throw new AppError('qbo_bill_in_progress')
    const [bill] = await quickbooks.bills.listByIds([row.billId])
    if (bill && !isVoided(bill)) return { bill, alreadyExisted: true }
    await markBillGone(db, row)
    return undefined
  }

  const postBill = async (content: PostingContent, isAgain = false): Promise<Posted> => {
    const row = await begin(content)
    if (row === 'wait') throw new AppError('qbo_bill_in_progress')
    if (row !== 'standing') return run(row).catch(refusePosting(row))
    const standing = await findPosted(content.taskId).catch(refuseBill)
    if (standing) return standing
    if (isAgain) throw new AppError('qbo_bill_in_progress')
    return postBill(content, true)
  }

  /** Notes a bill that somebody entered by hand as the task's own. */
  const adoptBill = async (content: PostingContent, bill: Bill): Promise<void> => {
    const row = await db.transaction(async (tx) => {
      const task = await lockTask(tx, content.taskId)
      if (task?.status !== 'approved' || !isSameBill(task, content)) return undefined
      return insertIntent(tx, content, CLAIM_SECONDS)
    })
    if (row) await finish(row, { bill, alreadyExisted: true })
  }

  /** For the job: settles what is still open; false while someone works on it. */
  const settleBill = async (taskId: string): Promise<boolean> => {
    const row = await claimOpenPosting(db, taskId, CLAIM_SECONDS)
    if (row) {
      const open = { ...row, state: 'unknown' } as const
      // A definite refusal is an end too, and stands in the row; what stays open is looked for again later.
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
