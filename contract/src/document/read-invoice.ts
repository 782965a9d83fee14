// Finds the fields of an invoice in its PDF, for a form to fill in and for an approver to compare. A value that isn't certain
// is left out: someone has to notice a wrong one, but a missing one is just typed.
import { documentOf } from './beside.ts'
import { findDays } from './find-days.ts'
import { findNumber } from './find-number.ts'
import { findTotal } from './find-total.ts'
import { findVendor } from './find-vendor.ts'
import { rowsOf } from './layout.ts'
import { isPayable } from './other-documents.ts'
import { type Open, type Page, readPages } from './pdf.ts'

export type FoundInvoice = {
  /** As printed, on one line. */
  readonly invoiceNumber?: string
  /** What is to be paid. */
  readonly amountCents?: number
  /** ISO 4217. */
  readonly currency?: string
  /** YYYY-MM-DD. */
  readonly date?: string
  /** YYYY-MM-DD. Stated, or from the date and terms such as `Net 30`. */
  readonly dueDate?: string
  /** Who sent it. */
  readonly vendor?: string
}

/** Throws if the PDF is encrypted, broken, too long or has no text. */
export const readInvoice = async (open: Open, bytes: Uint8Array): Promise<FoundInvoice> => {
  const pages = await readPages(open, bytes)
  if (pages.every(({ pieces, fields }) => pieces.length + fields.length === 0))
    throw new Error('no text')
  return findInvoice(pages)
}

/** Empty if it's another kind of document, is paid already, or has several invoices. */
export const findInvoice = (pages: readonly Page[]): FoundInvoice => {
  const document = documentOf(rowsOf(pages))
  const { invoiceNumber, areSeveral } = findNumber(document)
  if (areSeveral || !isPayable(document)) return {}
  const total = findTotal(document)
  const days = findDays(document, total.currency)
  const vendor = findVendor(document)
  return {
    ...(invoiceNumber !== undefined && { invoiceNumber }),
    ...total,
    ...days,
    ...(vendor !== undefined && { vendor }),
  }
}
