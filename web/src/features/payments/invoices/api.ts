// API calls for what's on an invoice, its PDF, and the customer's statement.
import {
  downloadInvoicePdf,
  downloadStatementCsv,
  downloadStatementPdf,
  readInvoiceDetails,
} from '@invoice-desk/contract/invoice-details'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api.ts'
import { ApiError } from '../../../shared/api-error.ts'
import { download } from '../../../shared/download.ts'

export const detailsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['payments', 'details', invoiceId],
    queryFn: ({ signal }) => call(readInvoiceDetails, { body: { invoiceId }, signal }),
    // A failure shows a button to retry.
    retry: false,
    // A new search has new ids.
    staleTime: 'static',
  })

export const loadPdf = (invoice: string) => download(downloadInvoicePdf, { invoice })

export const STATEMENTS = {
  pdf: (invoice: string) => download(downloadStatementPdf, { invoice }),
  csv: (invoice: string) => download(downloadStatementCsv, { invoice }),
}

/** The ids of a search are valid for an hour. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.is('invoice_not_found', 'invoice_lookup_expired')
