// Finds the bills of approved tasks that somebody entered in QuickBooks by hand, so that their payment counts too.
import type { Dependencies } from '../../../dependencies.ts'
import { createPosting } from '../posting/posting.ts'
import { isForAmount } from '../posting/posting-rules.ts'
import { listApprovedWithoutPosting } from '../sync/queries.ts'
import { findConnectionRow } from './queries.ts'

const TASKS_A_ROUND = 200

export const createAdoption =
  (dependencies: Dependencies) =>
  /** Looks at tasks that were approved within the last so many hours. */
  async (hours: number): Promise<void> => {
    const { books, database } = dependencies
    const quickbooks = dependencies.quickbooks.for('staff')
    const { adoptBill } = createPosting(dependencies)
    const connection = await findConnectionRow(database.db)
    if (connection?.state !== 'connected') return
    const { realmId } = connection
    for (const task of await listApprovedWithoutPosting(database.db, hours, TASKS_A_ROUND)) {
      const vendor = await books.findVendor(task.vendor)
      if (!vendor) continue
      const { bills } = await quickbooks.bills.findByInvoiceNumber(vendor.id, task.invoiceNumber)
      const bill = bills.find((each) => isForAmount(each, task.amountCents))
      const whose = { realmId, vendorId: vendor.id, vendorName: vendor.name, actor: 'system' }
      // Nobody chose an account here: the bill has its own.
      if (bill) await adoptBill({ ...task, ...whose, accountId: '', date: bill.date }, bill)
    }
  }
