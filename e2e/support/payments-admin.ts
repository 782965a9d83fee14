// Makes payments through the API, for the tests of the staff pages.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import { createCardPayment, createWalletOrder } from '@invoice-desk/contract/payments/payments'
import { cardBody, orderBody } from '@invoice-desk/testing/payments/requests'
import { expect, type Page } from '@playwright/test'
import { asStaff } from './contractor.ts'
import type { Desk } from './desk.ts'
import { addCustomer } from './payments.ts'

type Attempt = { readonly id: string; readonly state: string }
type Details = Attempt & { readonly providerId: string; readonly qboPaymentId: string }

const ask = async (desk: Desk, endpoint: Endpoint, body: Record<string, unknown>) => {
  const answer = await desk.call(endpoint, { body })
  if (answer.status !== 200) throw new Error(`${endpoint.path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

type Customer = Pick<Awaited<ReturnType<typeof addCustomer>>, 'name' | 'invoices'>

/** Starts paying the customer's first invoice by card or wallet, and returns the server's answer. */
export const beginPayment = async (desk: Desk, { name, invoices }: Customer, by: string) => {
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  const { number, date } = invoice
  const found = await ask(desk, searchInvoice, { invoiceNumber: number, date })
  const { id, balance: amount } = found.matchedInvoice
  const lines = [{ id, number, amount }]
  const payer = { company: name, email: 'pat@juniper.example' }
  if (by === 'wallet') return ask(desk, createWalletOrder, orderBody(lines, payer))
  return ask(desk, createCardPayment.stripe, { ...cardBody(lines, payer), paymentMethodId: by })
}

/** Pays an invoice of this amount as a new customer, and waits until QuickBooks has recorded it. */
export const payOne = async (desk: Desk, amount: number) => {
  const customer = await addCustomer(desk, amount)
  const [invoice] = customer.invoices
  if (!invoice) throw new Error('No invoice was created')
  const { number } = invoice
  await beginPayment(desk, customer, 'pm_card_visa')
  let booked: Attempt | undefined
  await expect
    .poll(async () => {
      const path = `/api/payments/admin/attempts?search=${number}`
      const list = await asStaff<{ attempts: Attempt[] }>(desk, 'GET', path)
      booked = list.attempts[0]
      return booked?.state
    })
    .toBe('booked')
  const path = `/api/payments/admin/attempt?id=${booked?.id}`
  const attempt = await asStaff<Details>(desk, 'GET', path)
  return { customer, invoice, attempt }
}

/** Parts of the page. */
export const payments = (page: Page) => ({
  search: page.getByRole('searchbox', { name: 'Search' }),
  row: (text: string) => page.getByRole('row').filter({ hasText: text }),
  dialog: page.getByRole('dialog'),
  reconcileNow: page.getByRole('button', { name: /^Reconcil/ }),
  reconciliation: page.getByRole('region', { name: 'Reconciliation' }),
})
