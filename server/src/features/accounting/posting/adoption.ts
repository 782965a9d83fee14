// Finds bills that someone entered in QuickBooks by hand for approved tasks, so their payment counts too.
import type { Dependencies } from '../../../dependencies.ts'
import { findConnectionRow } from '../connection/queries.ts'
import { listApprovedWithoutPosting } from '../sync/queries.ts'
import { createPosting } from './posting.ts'
import { isForAmount } from './posting-rules.ts'

const TASKS_PER_RUN = 200

/** Checks tasks approved within the last `hours`. */
export const createAdoption =
  (dependencies: Dependencies) =>
  async (hours: number): Promise<void> => {
    const { books, database } = dependencies
    const quickbooks = dependencies.quickbooks.for('staff')
    const { adoptBill } = createPosting(dependencies)
    const connection = await findConnectionRow(database.db)
    if (connection?.state !== 'connected') return
    const { realmId } = connection
    for (const task of await listApprovedWithoutPosting(database.db, hours, TASKS_PER_RUN)) {
      const vendor = await books.findVendor(task.vendor)
      if (!vendor) continue
      const { bills } = await quickbooks.bills.findByInvoiceNumber(vendor.id, task.invoiceNumber)
      const bill = bills.find((each) => isForAmount(each, task.amountCents))
      const facts = { realmId, vendorId: vendor.id, vendorName: vendor.name, actor: 'system' }
      // The bill keeps its own account.
      if (bill) await adoptBill({ ...task, ...facts, accountId: '', date: bill.date }, bill)
    }
  }
