// Shows visitors what is on an invoice from their search, and the PDF that QuickBooks makes of it.
import type { Readable } from 'node:stream'
import type { readInvoiceDetails } from '@invoice-desk/contract/customer-invoices/invoice-details'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { Dependencies } from '../../dependencies.ts'
import { refuseVisitor } from '../../http/quickbooks-refusals.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Download } from '../../providers/quickbooks/receive.ts'
import type { InvoiceRef } from '../../secrets/invoice-id.ts'
import { detailsOf } from './details-rules.ts'
import { createLiveInvoices } from './live-invoices.ts'
import { createNamedReads, asOf as timeOf } from './named-reads.ts'
import { createPdfDownloads } from './pdf-downloads.ts'
import {
  type InvoiceWithPayments,
  type ListedInvoice,
  type OneInvoice,
  readInvoice,
  readWithPayments,
} from './queries.ts'

type DetailsAnswer = ResponseOf<typeof readInvoiceDetails>
type PdfFile = { readonly name: string; readonly content: Buffer | Readable }

const UNREADABLE = "We can't show the lines of this invoice. Download its PDF instead."

export const createInvoiceFiles = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const { invoices } = dependencies.quickbooks.for('visitors')
  const live = createLiveInvoices(dependencies)
  const readNamed = createNamedReads(dependencies)
  const openDownload = createPdfDownloads()

  const readDetails = async (sealedId: string): Promise<DetailsAnswer> => {
    const { value, ...time } = await readNamed<InvoiceWithPayments>(
      sealedId,
      async (ref) => {
        const copy = await readWithPayments(db, ref)
        // During an outage no one waits for QuickBooks.
        if (copy?.age.failedAt && !copy.value) throw new AppError('invoice_details_failed')
        return copy
      },
      live.getWithPayments,
    )
    const { content } = value.invoice
    if (!content) throw new AppError('invoice_details_failed', { text: UNREADABLE })
    return { ...detailsOf({ ...value.invoice, content }, value.payments), ...timeOf(time) }
  }

  /** `known` is the invoice, if we've just read it. Our copy may not know yet that it belongs to another customer. */
  const download = async (ref: InvoiceRef, known: ListedInvoice | undefined): Promise<Download> => {
    const { customerId } = known ?? (await live.getInvoice(ref))
    const isOwn = customerId === ref.customerId
    const found = isOwn ? await invoices.findPdf(ref.realmId, ref.invoiceId) : undefined
    if (!found) throw new AppError('invoice_not_found')
    return found
  }

  const openPdf = async (sealedId: string): Promise<PdfFile> => {
    const { value, ref, asOf } = await readNamed<OneInvoice>(
      sealedId,
      (named) => readInvoice(db, named),
      async (named) => ({ invoice: await live.getInvoice(named) }),
    )
    const { invoice } = value
    const { number, customerId, totalCents, balanceCents, paymentIds } = invoice
    // Not the PDF from before a payment or for another customer.
    const key = JSON.stringify([
      ref.realmId,
      ref.invoiceId,
      customerId,
      totalCents,
      balanceCents,
      paymentIds,
    ])
    const content = await openDownload(key, () => download(ref, asOf ? undefined : invoice))
    return { name: fileNameOf(number), content }
  }

  const refuse = refuseVisitor('invoice_details_failed')
  return {
    readDetails: (sealedId: string): Promise<DetailsAnswer> => readDetails(sealedId).catch(refuse),
    openPdf: (sealedId: string): Promise<PdfFile> => openPdf(sealedId).catch(refuse),
  }
}

/** Only characters that are safe in a header and in any file system. */
const fileNameOf = (number: string): string =>
  `invoice-${number.replaceAll(/[^A-Za-z0-9._-]+/g, '-')}.pdf`
