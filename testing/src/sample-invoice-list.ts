// A list of invoices in every status, for pages without a server.
import type { ListedInvoice, listInvoices } from '@invoice-desk/contract/approval/approval-invoices'
import { ALL_STATUSES, type BillStatus } from '@invoice-desk/contract/bills/bill-status'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { STAFF } from './people.ts'

type Row = readonly [
  invoiceNumber: string,
  vendor: string,
  amount: number,
  status: BillStatus,
  due: string,
]

const ROWS: readonly Row[] = [
  ['BH-79', 'Blue Heron Photography', 420, 'received', '2030-12-15'],
  ['88301-A', 'Cedar Street Printing', 1_184.6, 'sent_for_approval', '2030-12-14'],
  ['ML-203', 'Maya Lindqvist Illustration', 2_375, 'sent_for_approval', '2026-01-13'],
  ['PR-0092', 'Pell River Signs', 1_960, 'paid', '2026-01-12'],
  ['KC-5528', 'Kestrel Courier Co.', 94.2, 'approved', '2030-11-24'],
  ['KC-5531', 'Kestrel Courier Co.', 86.4, 'approved', '2030-11-29'],
  ['DW-014', 'Dana Whitfield', 690, 'rejected', '2026-01-17'],
]

const POSTINGS: Readonly<Record<string, ListedInvoice['posting']>> = {
  'PR-0092': { state: 'created', billId: '1404' },
  'KC-5528': { state: 'failed', refusal: 'QuickBooks has no account “Couriers”.' },
  'KC-5531': { state: 'waiting' },
}

const invoiceOf = (
  [invoiceNumber, vendor, amount, status, dueDate]: Row,
  index: number,
): ListedInvoice => ({
  id: `00000000-0000-4000-8000-00000000000${index}`,
  invoiceNumber,
  vendor,
  email: 'billing@vendor.example',
  amount,
  status,
  dueDate,
  dateCreated: `2026-01-0${9 - index}T15:00:00.000Z`,
  ...(['approved', 'paid', 'rejected'].includes(status) && {
    decidedAt: '2026-01-10T15:00:00.000Z',
    decidedBy: STAFF,
  }),
  posting: POSTINGS[invoiceNumber] ?? { state: 'none' },
})

const totalOf = (invoices: readonly ListedInvoice[]) =>
  Math.round(invoices.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100

const invoices = ROWS.map(invoiceOf)

export const INVOICE_LIST: ResponseOf<typeof listInvoices> = {
  invoices,
  total: invoices.length,
  totalAmount: totalOf(invoices),
  byStatus: ALL_STATUSES.map((status) => {
    const some = invoices.filter((invoice) => invoice.status === status)
    return { status, count: some.length, amount: totalOf(some) }
  }),
}
