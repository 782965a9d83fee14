// Our rows as the contractor's browser sees them, in the specification's spellings.
import {
  BILL_STATUSES,
  BILL_STATUSES_WITH_REJECTED,
  type ContractorBill,
  INVOICE_DOC_FIELD,
  type listVendorBills,
  type ResembledBill,
} from '@invoice-desk/contract/contractor'
import type { ResponseOf } from '@invoice-desk/contract/endpoint'
import { decimalFromCents } from '@invoice-desk/contract/money'
import type { FileLinks } from '../../../file-links.ts'
import type { BillRow } from '../queries.ts'
import type { Resemblance } from '../submission/duplicates.ts'
import type { BillTotal } from './queries.ts'

/** Noon in UTC is the same calendar day from eleven hours before it to twelve behind. */
const dueMoment = (day: string): number => Date.parse(`${day}T12:00:00Z`)

export const billView = (row: BillRow, links: Pick<FileLinks, 'urlOf'>): ContractorBill => ({
  id: row.id,
  invoiceNumber: row.invoiceNumber,
  amount: decimalFromCents(row.amountCents),
  status: row.status,
  dateCreated: row.submittedAt.getTime(),
  dueDate: dueMoment(row.dueDate),
  custom_fields: row.fileId ? [{ name: INVOICE_DOC_FIELD, value: links.urlOf(row.fileId) }] : [],
  ...(row.status === 'rejected' && row.rejectReason ? { rejectReason: row.rejectReason } : {}),
})

type Totals = Pick<ResponseOf<typeof listVendorBills>, 'totals' | 'total'>

export const totalsView = (rows: readonly BillTotal[]): Totals => {
  const sumOf = (statuses: readonly string[]) => {
    const chosen = rows.filter(({ status }) => statuses.includes(status))
    return {
      count: chosen.reduce((sum, { count }) => sum + count, 0),
      amount: decimalFromCents(chosen.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    }
  }
  const totals = Object.fromEntries(
    BILL_STATUSES_WITH_REJECTED.map((status) => [status, sumOf([status])]),
  )
  return { totals: totals as Totals['totals'], total: sumOf(BILL_STATUSES) }
}

export const resemblanceView = (bill: Resemblance): ResembledBill => ({
  invoiceNumber: bill.invoiceNumber,
  amount: decimalFromCents(bill.amountCents),
  status: bill.status,
  dateCreated: bill.submittedAt.getTime(),
  because: bill.because,
})
