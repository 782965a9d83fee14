// Opens a company whose invoices visitors can look up.
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { Answer } from '@invoice-desk/testing/http/caller'
import { openCompany } from '@invoice-desk/testing/quickbooks/company'

export const MISS = {
  error: "We couldn't find an invoice with this number and date. Check both and try again.",
  code: 'invoice_not_found',
}

export const openInvoices = async (env?: Record<string, string>) => {
  const company = await openCompany(env)
  const { desk } = company
  await company.startOver()
  const dates = new Map<string, string>()
  for (const { DocNumber, TxnDate } of (await company.state()).invoices ?? []) {
    dates.set(String(DocNumber), String(TxnDate))
  }
  const search = (invoiceNumber: string, date = dates.get(invoiceNumber) ?? '2020-01-01') =>
    desk.call(searchInvoice, { body: { invoiceNumber, date } })
  const historyOf = async (number: string): Promise<Answer> => {
    const { body } = await search(number)
    return desk.call(listPaymentHistory, { body: { invoiceId: body.matchedInvoice.id } })
  }
  return { company, desk, dates, search, historyOf }
}
