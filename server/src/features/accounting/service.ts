// Looks up and creates bills and vendors in QuickBooks for staff.
import type { createQboBill } from '@invoice-desk/contract/accounting/accounting'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { centsFromDecimal, HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'
import { undisguised } from '../../lib/undisguised.ts'
import type { NewVendor } from '../../providers/quickbooks/vendors.ts'
import { recordVendorEdit } from '../approval/payees/queries.ts'
import { findConnectionRow } from './connection/queries.ts'
import type { Kept } from './copy/records.ts'
import { createPosting } from './posting/posting.ts'
import { isSameBill, type TaskFacts, toAccountingBill } from './posting/posting-rules.ts'
import { findTask } from './queries.ts'

/** A person, or the job that acts for them. */
type Actor = Pick<StaffCaller, 'email'>
type BillQuery = { readonly vendorName: string; readonly invoiceNumber: string }

export const createAccountingService = (dependencies: Dependencies) => {
  const { books, database } = dependencies
  const posting = createPosting(dependencies)

  const findBill = async (query: BillQuery) => {
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
    findBill: (query: BillQuery) => findBill(query).catch(refuseWith('qbo_bill_check_failed')),
    createBill,
    listVendors: () => books.listVendors().catch(refuseWith('qbo_vendors_failed')),
    listBillAccounts: () => books.listBillAccounts().catch(refuseWith('qbo_accounts_failed')),
    findVendor: async (name: string) => {
      const vendor = await books.findVendor(name).catch(refuseWith('qbo_vendor_check_failed'))
      return { exists: vendor !== undefined, vendor }
    },
    createVendor: async (actor: StaffCaller, vendor: NewVendor) => {
      const refuse = refuseWith('qbo_vendor_failed', 'qbo_vendor_refused')
      // Nothing changes if QuickBooks has it.
      const isNew = (await books.findVendor(vendor.name).catch(refuse)) === undefined
      const record = async () => {
        if (isNew) await recordVendorEdit(database.db, actor.email, vendor.name)
      }
      // First, because we may be stopped after QuickBooks has the vendor.
      await record()
      // And after it, because what was approved in between may have been approved without it.
      const created = await books.createVendor(vendor).finally(record).catch(refuse)
      await recordEvent(database.db, {
        actor: actor.email,
        action: 'vendor_created_in_quickbooks',
        subject: { kind: 'vendor', id: created.name },
        details: { vendorId: created.id },
      })
      return created
    },
  }
}

/** The request must match the stored task, which may be older than our rules for text. */
const getTask = async (db: Db, taskId: string, facts: TaskFacts): Promise<TaskFacts> => {
  const task = await findTask(db, taskId)
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
