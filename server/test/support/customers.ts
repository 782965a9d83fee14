// Customers with one invoice each, and what a browser can ask about them.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { proveByZip } from '@invoice-desk/contract/customer-invoices/customer-pass'
import type { CookieJar } from '@invoice-desk/testing/http/cookie-jar'
import type { Shop } from '@invoice-desk/testing/payments/shop'
import { INVOICE_DATE, invoiceFields } from '@invoice-desk/testing/quickbooks/books'

let numbers = 0
export const ZIP = '97103'

export const useCustomers = (getShop: () => Shop) => {
  /** A customer with one invoice, and its id from a search. */
  const addCustomer = async (fields: Record<string, unknown> = {}) => {
    numbers += 1
    const name = `Neighbor ${numbers}`
    const BillAddr = { Line1: '1 Pier Road', PostalCode: `${ZIP}-0012` }
    const customer = (await getShop().write('customer', { DisplayName: name, BillAddr, ...fields }))
      .Id
    const number = `N-${numbers}`
    const dates = { date: INVOICE_DATE, dueDate: INVOICE_DATE }
    await getShop().write('invoice', invoiceFields({ customer, number, amount: 10, ...dates }))
    await getShop().refreshCopy()
    return { customer, name, number, email: fields.email, id: await idOf(number) }
  }
  const search = (invoiceNumber: string, more: { from?: string; captchaToken?: string } = {}) =>
    getShop().desk.call(searchInvoice, {
      body: { invoiceNumber, date: INVOICE_DATE, captchaToken: more.captchaToken },
      ...(more.from && { from: more.from }),
    })
  const idOf = async (number: string): Promise<string> => {
    const { body } = await search(number)
    return body.matchedInvoice.id
  }
  const tryZip = (
    jar: CookieJar,
    invoiceId: string,
    zip: string,
    { from, captchaToken }: { from?: string; captchaToken?: string } = {},
  ) =>
    getShop().desk.call(proveByZip, {
      jar,
      body: { invoiceId, zip, captchaToken },
      ...(from && { from }),
    })
  return { addCustomer, idOf, search, tryZip }
}
