// Posts a task's bill to QuickBooks at most once: we record the intent first and the outcome last, and a job resumes
// postings whose outcome is unknown.
import { actionsOf } from '@invoice-desk/contract/bills/bill-status'
import { recordBillEvent } from '../../db/audit.ts'
import { insertJobs } from '../../db/record.ts'
import type { bill } from '../../db/schema/bills.ts'
import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import { type Bill, isVoided } from '../../providers/quickbooks/bills.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import { createCopyStore } from '../accounting/copy/store.ts'
import { attachFileJob } from '../bills/job-kinds.ts'
import { type BillPosting, findRemainingBill, voidRemainingBill } from '../bills/posted-bill.ts'
import { lockBill } from '../bills/queries.ts'
import { moveBill } from '../bills/write-bill.ts'
import { createApprovalCheck } from './approval-check.ts'
import { settleBillJob } from './job-kinds.ts'
import * as rules from './posting-rules.ts'
import type { PostingContent } from './queries.ts'
import * as queries from './queries.ts'

type Posted = { readonly bill: Bill; readonly alreadyExisted: boolean }
/** What we record about a bill. */
type RecordedBill = Pick<Bill, 'id' | 'totalCents' | 'balanceCents'>
/** A claimed posting, and the version of the task that staff saw when they asked for it. A job hasn't seen any. */
type Begun = { readonly row: BillPosting; readonly seenVersion?: number; readonly askedAt: Date }

export const createPosting = (dependencies: Dependencies) => {
  const quickbooks = dependencies.quickbooks.for('staff')
  const { db } = dependencies.database
  const begin = createBegin(dependencies)
  const post = createPost(dependencies)
  const finish = createFinish(dependencies)
  const copy = createCopyStore(dependencies)

  /** Runs a posting that the caller has claimed, and records the outcome. */
  const run = async ({ row, seenVersion, askedAt }: Begun): Promise<Posted> => {
    let held = row
    const hold = (extended: BillPosting) => {
      held = extended
    }
    const posted = await post(row, hold, { seenVersion, askedAt }).catch(async (error: unknown) => {
      await queries.endTry(db, held, rules.endingOf(row, error))
      throw error
    })
    await finish(row, posted, seenVersion)
    await copy.keepBill(row.realmId, posted.bill)
    return posted
  }

  /** The bill posted earlier, or undefined if it was deleted or voided in QuickBooks. */
  const findPosted = async (taskId: string): Promise<Posted | undefined> => {
    const row = await queries.findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null) throw new AppError('qbo_bill_in_progress')
    const [bill] = await quickbooks.bills.listByIds([row.billId])
    if (bill && !isVoided(bill)) return { bill, alreadyExisted: true }
    await queries.markBillGone(db, row)
    return undefined
  }

  const postBill = async (content: PostingContent, isRetry = false): Promise<Posted> => {
    const begun = await begin(content)
    if (begun === 'wait') throw new AppError('qbo_bill_in_progress')
    if (typeof begun === 'object') return run(begun).catch(rules.refusePosting(begun.row))
    const existing = await findPosted(content.taskId).catch(rules.refuseBill)
    if (existing && begun === 'outdated') throw rules.refuseOutdated(existing.bill)
    if (existing) return existing
    if (isRetry) throw new AppError('qbo_bill_in_progress')
    return postBill(content, true)
  }

  /** Records a bill that someone entered by hand as the task's own. */
  const adoptBill = async (content: PostingContent, bill: RecordedBill): Promise<void> => {
    const row = await db.transaction(async (tx) => {
      const task = await lockBill(tx, content.taskId)
      if (task?.status !== 'approved' || !rules.isSameBill(task, content)) return undefined
      return queries.insertIntent(tx, content)
    })
    if (row) await finish(row, { bill, alreadyExisted: true })
  }

  /** For the job: settles an open posting. False while someone else is working on it. */
  const settleBill = async (taskId: string): Promise<boolean> => {
    const row = await queries.claimOpenPosting(db, taskId)
    if (row) {
      const open = { ...row, state: 'unknown' } as const
      // A refusal is final and recorded; an unknown outcome is retried.
      await run({ row: open, askedAt: row.createdAt }).catch((error: unknown) => {
        if (error instanceof AppError || rules.isRefused(error)) return
        if (rules.endingOf(open, error).state === 'unknown') throw error
      })
      return true
    }
    const state = (await queries.findPosting(db, taskId))?.state
    return state !== 'intent' && state !== 'unknown'
  }

  return { postBill, adoptBill, settleBill }
}

/** Stores the intent and the job that resumes it before QuickBooks is called. */
const createBegin = (dependencies: Dependencies) => {
  const { database, jobs } = dependencies
  const assertApproved = createApprovalCheck(dependencies)
  return (content: PostingContent): Promise<Begun | 'exists' | 'outdated' | 'wait'> =>
    database.db.transaction(async (tx) => {
      const { taskId } = content
      const task = await lockBill(tx, taskId)
      if (!task) throw new AppError('task_unknown', { field: 'taskId' })
      assertAddable(task)
      // Someone may have changed the vendor before we took the lock.
      if (!rules.isSameBill(task, content)) throw new AppError('changed_meanwhile')
      const fresh = await queries.insertIntent(tx, content)
      const before = fresh ?? (await queries.findPosting(tx, taskId))
      if (!before) return 'wait'
      let step = fresh ? 'begun' : rules.nextStepOf(before, content)
      // Another task needs the earlier bill, so it stays and this task gets its own.
      if (step === 'outdated' && (await findRemainingBill(tx, taskId))?.remains === 'no')
        step = 'renew'
      if (step === 'exists' || step === 'outdated' || step === 'wait') return step
      const { actor, askedAt = new Date() } = content
      await assertApproved(tx, content, askedAt)
      const similarBillIds = rules.agreedIds(before, content)
      let row: BillPosting | undefined = before
      if (step === 'renew')
        row = await queries.renewIntent(tx, { ...content, similarBillIds }, before)
      // Someone who asks for the bill again restarts the posting, so the job may continue it.
      const isAnew = content.askedAt === undefined || rules.isBeforeCorrection(before, task)
      const anew = isAnew ? { actor, createdAt: new Date() } : {}
      if (step === 'claim')
        row = await queries.claimOpenPosting(tx, taskId, { similarBillIds, ...anew })
      if (!row) return 'wait'
      await jobs.send(tx, settleBillJob, { taskId }, { startAfterSeconds: queries.CLAIM_SECONDS })
      if (step === 'claim') row = { ...row, state: 'unknown' }
      return { row, seenVersion: task.version, askedAt }
    })
}

const assertAddable = ({
  status,
  paidBy,
}: Pick<typeof bill.$inferSelect, 'status' | 'paidBy'>): void => {
  if (paidBy) throw new AppError('task_paid')
  if (status === 'rejected') throw new AppError('task_rejected')
  if (status === 'withdrawn')
    throw new AppError('task_action_refused', { text: 'The contractor withdrew this invoice.' })
  // An invoice that was paid in QuickBooks already has its bill, so posting finds it.
  if (status !== 'paid' && !actionsOf(status).includes('add_bill'))
    throw new AppError('task_action_refused')
}

type Seen = { readonly seenVersion: number | undefined; readonly askedAt: Date }

/** Receives the posting with its extended claim. */
type Hold = (row: BillPosting) => void

const createPost = (dependencies: Dependencies) => {
  const { database, quickbooks } = dependencies
  const { bills } = quickbooks.for('staff')
  const assertApproved = createApprovalCheck(dependencies)

  const findExisting = async (row: BillPosting) => {
    const found = await bills
      .findByInvoiceNumber(row.vendorId, row.invoiceNumber)
      .catch(rules.refuseLookup)
    const isAgreed = ({ id }: Bill) => row.similarBillIds.includes(id)
    // After an unknown outcome, a bill with our note is ours even if someone has changed its amount. The task's bill from
    // before a correction has the note too, but an approver has seen that one.
    const isOwn = (bill: Bill) =>
      rules.isUncertain(row) && bill.note.includes(rules.originOf(row)) && !isAgreed(bill)
    const isSame = (bill: Bill) => rules.isForAmount(bill, row.amountCents)
    const bill = found.bills.find(isOwn) ?? found.bills.find(isSame)
    if (!bill && !found.bills.every(isAgreed)) throw rules.similarTo(found.bills, row.amountCents)
    const posted = bill && { bill, alreadyExisted: !rules.isUncertain(row) }
    const isNumberShared = found.bills.length > 0
    return { posted, number: { isNumberTaken: found.isNumberTaken, isNumberShared } }
  }

  /** Locks the task, so either this bill or a rejection comes first and the other one sees it. */
  const beginCreate = (row: BillPosting, hold: Hold, { seenVersion, askedAt }: Seen) =>
    database.db.transaction(async (tx) => {
      const task = await lockBill(tx, row.taskId)
      if (task && rules.isUnwanted(task, row, seenVersion)) throw rules.refuseUnwanted(task)
      await assertApproved(tx, row, askedAt)
      const extended = await queries.extendClaim(tx, row)
      if (!extended) throw new AppError('qbo_bill_in_progress')
      hold(extended)
      return task
    })

  return async (row: BillPosting, hold: Hold, seen: Seen): Promise<Posted> => {
    const { posted, number } = await findExisting(row)
    if (posted) return posted
    const task = await beginCreate(row, hold, seen)
    const content = { ...row, ...number, dueDate: task?.dueDate, origin: rules.originOf(row) }
    try {
      const bill = await bills.create(content, rules.requestIdOf(row))
      return { bill, alreadyExisted: false }
    } catch (error) {
      // Someone may have entered it since we checked.
      const late = isFault(error, FAULT.numberTaken) ? (await findExisting(row)).posted : undefined
      if (late) return late
      throw error
    }
  }
}

/** Records the bill, the audit event and the follow-up jobs in one transaction. */
const createFinish =
  ({ database, jobs }: Dependencies) =>
  (
    row: BillPosting,
    posted: { bill: RecordedBill; alreadyExisted: boolean },
    seenVersion?: number,
  ): Promise<void> =>
    database.db.transaction(async (tx) => {
      const { bill, alreadyExisted } = posted
      const { taskId } = row
      const task = await lockBill(tx, taskId)
      const isFirst = await queries.settlePosting(tx, row, {
        billId: bill.id,
        isAdopted: alreadyExisted,
        balanceCents: bill.balanceCents,
        paidAt: bill.balanceCents === 0 ? new Date() : null,
      })
      if (!isFirst) return
      await moveBill(tx, 'post', { id: taskId, actor: row.actor })
      await recordBillEvent(tx, {
        id: taskId,
        actor: row.actor,
        action: alreadyExisted ? 'bill_found_in_quickbooks' : 'bill_posted',
        details: {
          billId: bill.id,
          realmId: row.realmId,
          amountCents: bill.totalCents,
          ...(!alreadyExisted && row.similarBillIds.length > 0
            ? { addedBeside: row.similarBillIds }
            : {}),
        },
      })
      await jobs.send(tx, attachFileJob, { taskId })
      // Someone turned the task down while the bill was created, for example by a call whose response was lost.
      if (task && rules.isUnwanted(task, row, seenVersion))
        await insertJobs(tx, await voidRemainingBill(tx, taskId))
    })
