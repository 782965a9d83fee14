// Looks up a contractor's vendor, bills and files.
import type { Readable } from 'node:stream'
import { BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import {
  type checkVendor,
  type listVendorBills,
  totalsOf,
} from '@invoice-desk/contract/contractor/contractor'
import type { BodyOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { centsToText } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../../dependencies.ts'
import type { Caller, ContractorCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { csvStream } from '../../../lib/csv.ts'
import { createFileLinks } from '../../../secrets/file-links.ts'
import { isTokenOf } from '../../../secrets/link-tokens.ts'
import { ownVendorOf } from '../../bills/ownership.ts'
import { findBillAccount, findInvoiceFile } from '../../bills/queries.ts'
import { billView } from './bill-view.ts'
import { type ListedBill, listBills } from './queries.ts'
import { readTimeline } from './timeline.ts'

export const createBills = (dependencies: Dependencies) => {
  const {
    config,
    database: { db },
    files,
  } = dependencies
  const links = createFileLinks(config)

  const checkVendorOf = async (
    caller: Caller,
    { email, auth_type }: BodyOf<typeof checkVendor>,
  ): Promise<ResponseOf<typeof checkVendor>> => {
    if (auth_type === 'local') {
      if (caller.kind !== 'contractor') throw new AppError('token_invalid')
      return { vendor: ownVendorOf(caller, { email }) }
    }
    if (caller.kind !== 'staff') throw new AppError('sign_in_required')
    if (!caller.tools.some((tool) => tool === 'approve_invoice' || tool === 'create_vendor'))
      throw new AppError('tool_not_enabled')
    const account = await findBillAccount(db, email)
    if (account === undefined)
      throw new AppError('vendor_mapping_unknown', { extra: { success: false } })
    return { success: true, qb_bill_account: account }
  }

  const listOwnBills = async (
    caller: ContractorCaller,
    { vendorName, token, ...part }: BodyOf<typeof listVendorBills>,
  ): Promise<ResponseOf<typeof listVendorBills>> => {
    if (token !== undefined && !isTokenOf(token, caller.tokenHash))
      throw new AppError('token_invalid')
    const owner = { email: caller.email, vendor: ownVendorOf(caller, { vendorName }) }
    try {
      const { bills, sums } = await listBills(db, owner, part)
      return { bills: bills.map((row) => billView(row, links, caller.email)), ...totalsOf(sums) }
    } catch (error) {
      throw new AppError('bills_failed', { cause: error })
    }
  }

  const openFile = async (sealed: string) => {
    const fileId = links.fileOf(sealed)
    if (fileId === undefined) throw new AppError('file_link_invalid')
    const file = await findInvoiceFile(db, fileId)
    if (file?.erasedAt) throw new AppError('file_gone', { text: ERASED })
    const stream = file && (await files.open(fileId))
    if (!stream) throw new AppError('file_gone')
    return { file, stream }
  }

  const exportOwnBills = async (caller: ContractorCaller, search: string): Promise<Readable> => {
    const owner = { email: caller.email, vendor: ownVendorOf(caller, {}) }
    const { bills } = await listBills(db, owner, { search })
    return csvStream(HEADER, [bills], (row) => cellsOf(row, config.businessTimeZone))
  }

  const readOwnTimeline = (caller: ContractorCaller, billId: string) => {
    const owner = { email: caller.email, vendor: ownVendorOf(caller, {}) }
    return readTimeline(dependencies, owner, billId)
  }

  return { exportOwnBills, readOwnTimeline, checkVendorOf, listOwnBills, openFile }
}

const ERASED = 'This file was erased, because the business keeps files only for a limited time.'

const HEADER = ['Invoice #', 'Status', 'Submitted', 'Amount', 'Due date']

const cellsOf = (row: ListedBill, zone: string): string[] => [
  row.invoiceNumber,
  BILL_STATUSES[row.status].label,
  businessDay(row.submittedAt, zone),
  centsToText(row.amountCents),
  row.dueDate,
]
