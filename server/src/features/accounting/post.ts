// QuickBooks' part of posting a bill: it is looked for before it is created, and creating it again under the
// same request id does nothing.
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bill } from '../../providers/quickbooks/bills.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import { differsFrom, isForAmount, isUncertain, requestIdOf } from './posting-rules.ts'
import { type BillPosting, findTask } from './queries.ts'

export type Posted = { readonly bill: Bill; readonly alreadyExisted: boolean }

export const createPost = ({
  database,
  quickbooks,
}: Pick<Dependencies, 'database' | 'quickbooks'>) => {
  const findStanding = async (row: BillPosting) => {
    const found = await quickbooks.bills.findByInvoiceNumber(row.vendorId, row.invoiceNumber)
    const bill = found.bills.find((each) => isForAmount(each, row.amountCents))
    const [other] = found.bills
    if (!bill && other) throw differsFrom(other)
    // Found after an outcome nobody saw, it is our own.
    const posted = bill && { bill, alreadyExisted: !isUncertain(row) }
    return { posted, isNumberTaken: found.isNumberTaken }
  }

  return async (row: BillPosting): Promise<Posted> => {
    const { posted, isNumberTaken } = await findStanding(row)
    if (posted) return posted
    const { vendorId, accountId, invoiceNumber, date, amountCents, taskId } = row
    const task = await findTask(database.db, taskId)
    // Rejected between the intent and now: what does not stand yet shall not come to stand.
    if (task?.status === 'rejected') throw new AppError('task_action_refused')
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
