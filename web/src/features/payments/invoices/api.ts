// API calls for what's on an invoice, its PDF, the customer's statement, and showing that one is the customer.
import { emailPayLink, proveByZip } from '@invoice-desk/contract/customer-invoices/customer-pass'
import {
  downloadInvoicePdf,
  downloadStatementCsv,
  downloadStatementPdf,
  readInvoiceDetails,
} from '@invoice-desk/contract/customer-invoices/invoice-details'
import { HUMAN_CHECK_EMAIL, HUMAN_CHECK_ZIP } from '@invoice-desk/contract/http/human-check'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { download } from '../../../shared/api/download.ts'
import { withHumanCheck } from '../../../shared/api/with-human-check.ts'

export const DETAILS = ['payments', 'details'] as const

export const detailsQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: [...DETAILS, invoiceId],
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

export const sendZip = (invoiceId: string, zip: string) =>
  withHumanCheck(HUMAN_CHECK_ZIP, (proof) =>
    call(proveByZip, { body: { invoiceId, zip, ...proof } }),
  )

export const requestLink = (invoiceId: string) =>
  withHumanCheck(HUMAN_CHECK_EMAIL, (proof) =>
    call(emailPayLink, { body: { invoiceId, ...proof } }),
  )

/** The ids of a search are valid for an hour. */
export const isExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.is('invoice_not_found', 'invoice_lookup_expired')

/** A number and a date can be guessed, so more than the search needs proof. */
export const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && error.is('customer_proof_required')
