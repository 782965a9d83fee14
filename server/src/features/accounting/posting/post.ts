// QuickBooks' part of posting a bill: it is looked for before it is created, and creating it again under the
// same request id does nothing.
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bill } from '../../../providers/quickbooks/bills.ts'
import { FAULT, isFault } from '../../../providers/quickbooks/faults.ts'
import { type BillPosting, extendClaim, lockTask } from '../queries.ts'
import {
  CLAIM_SECONDS,
  isForAmount,
  isUncertain,
  originOf,
  refuseLookup,
  refuseRejected,
  requestIdOf,
  similarTo,
} from './posting-rules.ts'

export type Posted = { readonly bill: Bill; readonly alreadyExisted: boolean }

/** Hears of the claim under which the caller works from now on. */
type Hold = (claimedUntil: Date) => void

type Needs = Pick<Dependencies, 'database' | 'quickbooks'>

export const createPost = ({ database, quickbooks }: Needs) => {
  const { bills } = quickbooks.for('staff')

  const findStanding = async (row: BillPosting) => {
    const found = await bills
      .findByInvoiceNumber(row.vendorId, row.invoiceNumber)
      .catch(refuseLookup)
    // Found after an outcome nobody saw, it is our own, even if somebody has changed its amount since.
    const isOwn = ({ note }: Bill) => isUncertain(row) && note.includes(originOf(row))
    const isSame = (bill: Bill) => isForAmount(bill, row.amountCents)
    const bill = found.bills.find(isOwn) ?? found.bills.find(isSame)
    const isAgreed = ({ id }: Bill) => row.similarBillIds.includes(id)
    if (!bill && !found.bills.every(isAgreed)) throw similarTo(found.bills, row.amountCents)
    const posted = bill && { bill, alreadyExisted: !isUncertain(row) }
    const isNumberShared = found.bills.length > 0
    return { posted, number: { isNumberTaken: found.isNumberTaken, isNumberShared } }
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
    const { posted, number } = await findStanding(row)
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
      // Somebody may have entered it since we looked.
      const late = isFault(error, FAULT.numberTaken) ? (await findStanding(row)).posted : undefined
      if (late) return late
      throw error
    }
  }
}
