// Lists all invoices with their totals, and exports what a filter finds.
import type { Readable } from 'node:stream'
import type {
  InvoiceFilter,
  ListedInvoice,
  listInvoices,
} from '@invoice-desk/contract/approval/approval-invoices'
import { ALL_STATUSES, BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { businessDay, momentsIn } from '@invoice-desk/contract/values/business-day'
import { centsToText, decimalFromCents } from '@invoice-desk/contract/values/money'
import { readInBatches } from '../../../db/read-in-batches.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Columns, csvOfColumns } from '../../../lib/csv.ts'
import { postingStateOf } from '../view.ts'
import { type Filter, type InvoiceRow, listInvoiceRows, sumByStatus } from './queries.ts'

export const createInvoiceList = ({ config, database: { db } }: Dependencies) => {
  const list = async ({
    page,
    pageSize,
    sort,
    ...query
  }: QueryOf<typeof listInvoices>): Promise<ResponseOf<typeof listInvoices>> => {
    const filter = filterOf(query, config.businessTimeZone)
    const batch = { limit: pageSize, offset: (page - 1) * pageSize }
    const [rows, sums] = await Promise.all([
      listInvoiceRows(db, sort, filter, batch),
      sumByStatus(db, filter),
    ])
    const counted = sums.filter(({ status }) => filter.status?.includes(status) ?? true)
    const cents = counted.reduce((sum, { amountCents }) => sum + amountCents, 0)
    return {
      invoices: rows.map(invoiceView),
      total: counted.reduce((sum, { count }) => sum + count, 0),
      totalAmount: decimalFromCents(cents),
      byStatus: ALL_STATUSES.map((status) => {
        const { count = 0, amountCents = 0 } = sums.find((each) => each.status === status) ?? {}
        return { status, count, amount: decimalFromCents(amountCents) }
      }),
    }
  }

  const exportCsv = ({ sort, ...query }: InvoiceFilter): Readable => {
    const zone = config.businessTimeZone
    const filter = filterOf(query, zone)
    const rows = readInBatches<InvoiceRow>((batch) => listInvoiceRows(db, sort, filter, batch))
    return csvOfColumns(columnsIn(zone), rows)
  }

  return { list, exportCsv }
}

const filterOf = (query: Omit<InvoiceFilter, 'sort'>, zone: string): Filter => {
  const { submittedFrom, submittedTo, decidedFrom, decidedTo, paidFrom, paidTo, ...rest } = query
  const { startOf, endOf } = momentsIn(zone)
  const hasPaidDays = paidFrom !== undefined || paidTo !== undefined
  return {
    ...rest,
    submittedFrom: startOf(submittedFrom),
    submittedBefore: endOf(submittedTo),
    decidedFrom: startOf(decidedFrom),
    decidedBefore: endOf(decidedTo),
    paid: hasPaidDays
      ? {
          days: [paidFrom ?? '-infinity', paidTo ?? 'infinity'],
          moments: [startOf(paidFrom) ?? '-infinity', endOf(paidTo) ?? 'infinity'],
        }
      : undefined,
  }
}

const invoiceView = (row: InvoiceRow): ListedInvoice => ({
  id: row.id,
  invoiceNumber: row.invoiceNumber,
  vendor: row.vendor,
  email: row.email,
  amount: decimalFromCents(row.amountCents),
  status: row.status,
  dueDate: row.dueDate,
  dateCreated: row.submittedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString(),
  decidedBy: row.decidedBy ?? undefined,
  posting: postingStateOf(row),
})

/** Days as the business sees them. */
const columnsIn = (zone: string): Columns<InvoiceRow> => [
  ['Invoice #', ({ invoiceNumber }) => invoiceNumber],
  ['Vendor', ({ vendor }) => vendor],
  ['Email', ({ email }) => email],
  ['Amount', ({ amountCents }) => centsToText(amountCents)],
  ['Status', ({ status }) => BILL_STATUSES[status].label],
  ['Due Date', ({ dueDate }) => dueDate],
  ['Submitted', ({ submittedAt }) => businessDay(submittedAt, zone)],
  ['Decided', ({ decidedAt }) => (decidedAt ? businessDay(decidedAt, zone) : '')],
  ['Decided By', ({ decidedBy }) => decidedBy ?? ''],
  ['QuickBooks Bill', (row) => postingStateOf(row).billId ?? ''],
]
