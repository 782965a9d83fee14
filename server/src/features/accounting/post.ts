// QuickBooks' part of posting a bill: it is looked for before it is created, and creating it again under the
// same request id does nothing.
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bill } from '../../providers/quickbooks/bills.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import {
  CLAIM_SECONDS,
  differsFrom,
  isForAmount,
  isUncertain,
  refuseLookup,
  refuseRejected,
  requestIdOf,
} from './posting-rules.ts'
import { type BillPosting, extendClaim, lockTask } from './queries.ts'

export type Posted = { readonly bill: Bill; readonly alreadyExisted: boolean }

/** Hears of the claim under which the caller works from now on. */
type Hold = (claimedUntil: Date) => void

export const createPost = ({
  database,
  quickbooks,
}: Pick<Dependencies, 'database' | 'quickbooks'>) => {
  const findStanding = async (row: BillPosting) => {
    const found = await quickbooks.bills
      .findByInvoiceNumber(row.vendorId, row.invoiceNumber)
      .catch(refuseLookup)
    const bill = found.bills.find((each) => isForAmount(each, row.amountCents))
    const [other] = found.bills
    if (!bill && other) throw differsFrom(other)
    // Found after an outcome nobody saw, it is our own.
    const posted = bill && { bill, alreadyExisted: !isUncertain(row) }
    return { posted, isNumberTaken: found.isNumberTaken }
  }

  /** Decides between this bill and a rejection: whichever locks the task first wins, and the other sees it. */
  const beginCreate = (row: BillPosting, hold: Hold) =>
    database.db.transaction(async (tx) => {
      const task = await lockTask(tx, row.taskId)
      if (task?.status === 'rejected') throw refuseRejected(task.decidedAt)
      const claimedUntil = await extendClaim(tx, row, CLAIM_SECONDS)
      if (!claimedUntil) throw new AppError('qbo_bill_in_progress')
      hold(claimedUntil)
      return task
    })

  return async (row: BillPosting, hold: Hold): Promise<Posted> => {
    const { posted, isNumberTaken } = await findStanding(row)
    if (posted) return posted
    const { vendorId, accountId, invoiceNumber, date, amountCents, taskId } = row
    const task = await beginCreate(row, hold)
    const { dueDate } = task ?? {}
    const origin = `Invoice Desk, task ${taskId}`
    const content = { vendorId, accountId, invoiceNumber, date, dueDate, amountCents, origin }
    try {
      const bill = await quickbooks.bills.create({ ...content, isNumberTaken }, requestIdOf(row))
      return { bill, alreadyExisted: false }
    } catch (error) {
      // Somebody may have entered it since we looked.
      const late = isFault(error, FAULT.numberTaken) ? (await findStanding(row)).posted : undefined
      if (late) return late
      throw error
    }
  }
}
