// Looks up and adds bills in QuickBooks for staff.
import type { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { centsFromDecimal, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'
import { undisguised } from '../../lib/undisguised.ts'
import { findConnectionRow } from '../accounting/connection/queries.ts'
import type { Kept } from '../accounting/copy/records.ts'
import { findBill } from '../bills/queries.ts'
import { createPosting } from './posting.ts'
import { isSameBill, type TaskFacts, toAccountingBill } from './posting-rules.ts'

/** A person, or the job that acts for them. */
type Actor = Pick<StaffCaller, 'email'>
type BillQuery = { readonly vendorName: string; readonly invoiceNumber: string }

export const createPostingService = (dependencies: Dependencies) => {
  const { books, database } = dependencies
  const posting = createPosting(dependencies)

  const lookUp = async (query: BillQuery) => {
    const vendor = await books.findVendor(query.vendorName)
    if (!vendor) return { exists: false, bills: [], reason: 'Vendor not found in QuickBooks' }
    const { bills, asOf } = await books.findBills(vendor.id, query.invoiceNumber)
    return {
      exists: bills.length > 0,
      bills: bills.map(toAccountingBill),
      ...(asOf && { asOf: asOf.toISOString() }),
    }
  }

  const createBill = async (
    actor: Actor,
    request: BodyOf<typeof createQboBill>,
    askedAt?: Date,
  ) => {
    const amountCents = centsFromDecimal(request.amount) ?? 0
    const { taskId, date, similarBillIds } = request
    const facts = { ...request, vendor: request.vendorName, amountCents }
    const task = await getTask(database.db, taskId, facts)
    const refuse = refuseWith('qbo_bill_failed')
    const vendor = await books.findVendor(task.vendor).catch(refuse)
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendorName' })
    if (vendor.currency !== HOME_CURRENCY) throw otherCurrency(vendor)
    const account = await books.findBillAccount(request.qbBillAccount).catch(refuse)
    if (!account) throw new AppError('qbo_account_unknown', { field: 'qbBillAccount' })
    const realmId = (await findConnectionRow(database.db))?.realmId
    if (realmId === undefined) throw new AppError('qbo_not_connected')
    const { bill, alreadyExisted } = await posting.postBill({
      taskId,
      invoiceNumber: task.invoiceNumber,
      date,
      similarBillIds,
      realmId,
      vendor: task.vendor,
      vendorId: vendor.id,
      vendorName: vendor.name,
      accountId: account.id,
      amountCents,
      actor: actor.email,
      askedAt,
    })
    return {
      bill: toAccountingBill(bill),
      alreadyExisted,
      message: alreadyExisted
        ? "This bill is already in QuickBooks, so we didn't add another one."
        : 'Bill created in QuickBooks successfully',
    }
  }

  return {
    findBill: (query: BillQuery) => lookUp(query).catch(refuseWith('qbo_bill_check_failed')),
    createBill,
  }
}

/** The request must match the stored task, which may be older than our rules for text. */
const getTask = async (db: Db, taskId: string, facts: TaskFacts): Promise<TaskFacts> => {
  const task = await findBill(db, taskId)
  if (!task) throw new AppError('task_unknown', { field: 'taskId' })
  if (!isSameBill(plain(task), plain(facts))) throw new AppError('changed_meanwhile')
  return task
}

const plain = ({ vendor, invoiceNumber, amountCents }: TaskFacts): TaskFacts => ({
  vendor: undisguised(vendor),
  invoiceNumber: undisguised(invoiceNumber),
  amountCents,
})

const otherCurrency = ({ name, currency }: Kept<'vendor'>): AppError =>
  new AppError('qbo_vendor_currency', {
    field: 'vendorName',
    text: `${name} uses ${currency} in QuickBooks, but this invoice is in ${HOME_CURRENCY}. Enter the bill in QuickBooks.`,
  })
