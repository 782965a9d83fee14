// Creates a bill in QuickBooks after checking that it doesn't exist, and records the result.
import { AppError } from '../../../app-error.ts'
import { recordBillEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bill } from '../../../providers/quickbooks/bills.ts'
import { FAULT, isFault } from '../../../providers/quickbooks/faults.ts'
import { attachFileJob, voidNoticeJob } from '../job-kinds.ts'
import { type BillPosting, extendClaim, lockTask, markToVoid, settlePosting } from '../queries.ts'
import { clearPostLater } from './post-later-queries.ts'
import {
  isForAmount,
  isUncertain,
  originOf,
  refuseLookup,
  refuseRejected,
  requestIdOf,
  similarTo,
} from './posting-rules.ts'

export type Posted = { readonly bill: Bill; readonly alreadyExisted: boolean }

/** Receives the posting with its extended claim. */
type Hold = (row: BillPosting) => void

export const createPost = ({ database, quickbooks }: Dependencies) => {
  const { bills } = quickbooks.for('staff')

  const findExisting = async (row: BillPosting) => {
    const found = await bills
      .findByInvoiceNumber(row.vendorId, row.invoiceNumber)
      .catch(refuseLookup)
    // After an unknown outcome, a bill with our note is ours even if someone has changed its amount.
    const isOwn = ({ note }: Bill) => isUncertain(row) && note.includes(originOf(row))
    const isSame = (bill: Bill) => isForAmount(bill, row.amountCents)
    const bill = found.bills.find(isOwn) ?? found.bills.find(isSame)
    const isAgreed = ({ id }: Bill) => row.similarBillIds.includes(id)
    if (!bill && !found.bills.every(isAgreed)) throw similarTo(found.bills, row.amountCents)
    const posted = bill && { bill, alreadyExisted: !isUncertain(row) }
    const isNumberShared = found.bills.length > 0
    return { posted, number: { isNumberTaken: found.isNumberTaken, isNumberShared } }
  }

  /** Locks the task, so either this bill or a rejection comes first and the other one sees it. */
  const beginCreate = (row: BillPosting, hold: Hold) =>
    database.db.transaction(async (tx) => {
      const task = await lockTask(tx, row.taskId)
      if (task?.status === 'rejected') throw refuseRejected(task.decidedAt)
      const extended = await extendClaim(tx, row)
      if (!extended) throw new AppError('qbo_bill_in_progress')
      hold(extended)
      return task
    })

  return async (row: BillPosting, hold: Hold): Promise<Posted> => {
    const { posted, number } = await findExisting(row)
    if (posted) return posted
    const { realmId, vendorId, accountId, invoiceNumber, date, amountCents } = row
    const task = await beginCreate(row, hold)
    const { dueDate } = task ?? {}
    const origin = originOf(row)
    const whose = { realmId, vendorId, accountId }
    const content = { ...whose, invoiceNumber, date, dueDate, amountCents, origin }
    try {
      const bill = await bills.create({ ...content, ...number }, requestIdOf(row))
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
export const createFinish =
  ({ database, jobs }: Dependencies) =>
  (row: BillPosting, posted: Posted): Promise<Posted> =>
    database.db.transaction(async (tx) => {
      const { bill, alreadyExisted } = posted
      const { taskId } = row
      const task = await lockTask(tx, taskId)
      const isFirst = await settlePosting(tx, row, {
        billId: bill.id,
        isAdopted: alreadyExisted,
        balanceCents: bill.balanceCents,
        paidAt: bill.balanceCents === 0 ? new Date() : null,
      })
      if (!isFirst) return posted
      await clearPostLater(tx, taskId)
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
      // The task was rejected while the bill was created, for example by a call whose response was lost.
      if (task?.status === 'rejected' && (await markToVoid(tx, taskId)))
        await jobs.send(tx, voidNoticeJob, { taskId })
      return posted
    })
