// Shared by the payment tests: customers with invoices, and parts of the page.

import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { invoiceFields, openBooks } from '@invoice-desk/testing/quickbooks/books'
import { connectCompany, HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { expect, type Page } from '@playwright/test'
import { dayFromNow } from './contractor.ts'
import type { Desk } from './desk.ts'

type Fields = Readonly<Record<string, unknown>>

export type Invoice = { readonly id: string; readonly number: string; readonly date: string }

let made = 0

/** The ZIP code of every customer in these tests. */
export const ZIP = '98101'

/** A new customer with an open invoice for each of these amounts, oldest first. */
export const addCustomer = async (desk: Desk, ...amounts: readonly number[]) => {
  // Other tests may have disconnected it.
  await connectCompany(desk, await staffTokenOf(desk), HARBOR)
  const { write } = await openBooks(desk.sandbox)
  made += 1
  const mark = `${process.pid}${made}${Date.now() % 100_000}`
  const name = `Juniper Hall ${mark}`
  const BillAddr = { Line1: '8 Juniper Lane', PostalCode: ZIP }
  const CurrencyRef = { value: 'USD' }
  const customer = await write('customer', { DisplayName: name, CurrencyRef, BillAddr })
  const invoices: Invoice[] = []
  for (const [index, amount] of amounts.entries()) {
    const number = `${mark}-${index + 1}`
    const date = dayFromNow(index - 20)
    const dueDate = dayFromNow(index + 10)
    const id = await write('invoice', invoiceFields({ customer, number, amount, date, dueDate }))
    invoices.push({ id, number, date })
  }
  return {
    name,
    invoices,
    /** Changes an invoice in QuickBooks once. */
    changeTotal: (invoice: Invoice, amount: number) =>
      write('invoice', {
        ...invoiceFields({ customer, ...invoice, amount }),
        Id: invoice.id,
        SyncToken: '0',
        sparse: true,
      }),
    /** A payment that was recorded in QuickBooks. */
    addPayment: (fields: Fields, ...applied: readonly (readonly [Invoice, number])[]) =>
      write('payment', {
        CustomerRef: { value: customer },
        TotalAmt: applied.reduce((sum, [, amount]) => sum + amount, 0),
        Line: applied.map(([{ id }, Amount]) => ({
          Amount,
          LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' }],
        })),
        ...fields,
      }),
  }
}

/** Opens the page with an invoice and waits for its table. */
export const openInvoice = async (page: Page, invoice: Pick<Invoice, 'number' | 'date'>) => {
  await page.goto(payPath(invoice))
  await expect(pay(page).row(invoice.number)).toBeVisible()
}

type MethodName = 'Credit Card' | 'PayPal'

/** Parts of the page. */
export const pay = (page: Page) => ({
  number: page.getByRole('textbox', { name: 'Invoice Number' }),
  date: page.getByLabel('Invoice Date'),
  search: page.getByRole('button', { name: /^Search(ing...)?$/ }),
  alert: page.getByRole('main').getByRole('alert'),
  customer: page.getByRole('region', { name: 'Customer' }),
  table: page.getByRole('table', { name: 'Invoices' }),
  row: (number: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: number }) }),
  /** The button that shows what's on an invoice, and what it shows. */
  details: (number: string) => page.getByRole('button', { name: `${number} details` }),
  panel: (number: string) => page.getByRole('region', { name: `Invoice ${number}`, exact: true }),
  select: (number: string) => page.getByRole('checkbox', { name: `Select invoice ${number}` }),
  selectAll: page.getByRole('checkbox', { name: 'Select all invoices' }),
  amount: (number: string) =>
    page.getByRole('spinbutton', { name: `Payment for invoice ${number}` }),
  history: (number: string) =>
    page.getByRole('button', { name: new RegExp(`history of invoice ${number}$`, 'i') }),
  dialog: page.getByRole('dialog'),
  card: page.getByRole('region', { name: 'Payment Information' }),
  summary: page.getByRole('region', { name: 'Summary' }),
  method: (name: MethodName) => page.getByRole('radio', { name }),
  /** The radio button itself is invisible. */
  chooseMethod: (name: MethodName) =>
    page.getByRole('radiogroup', { name: 'Payment method' }).getByText(name).click(),
  company: page.getByRole('textbox', { name: 'Company Name' }),
  payer: page.getByRole('textbox', { name: 'Payer Name' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  consent: page.getByRole('checkbox', {
    name: 'I authorize this payment and agree to the terms of service',
  }),
  /** The provider's card frame. */
  cardFrame: page.locator('iframe[title="Secure card payment input frame"]'),
  pay: page.getByRole('button', { name: /^(Pay \$|Processing)/ }),
  success: page.getByRole('heading', { name: 'Payment processed successfully!' }),
  paid: (amount: string) => page.getByRole('heading', { name: `${amount} paid` }),
  paidInvoices: page.getByRole('list', { name: 'Paid invoices' }).getByRole('listitem'),
  stillOpen: page.getByRole('region', { name: 'Still open' }),
  receipt: page.getByRole('link', { name: 'Download receipt' }),
  /** The bank's challenge, in the provider's frame. */
  bank: page.frameLocator('iframe[title="Card authentication"]'),
  /** Exists once PayPal's frame is ready. */
  wallet: page
    .frameLocator('iframe[title="PayPal"]')
    .getByRole('button', { name: 'Pay with PayPal' }),
  /** The wallet's window. */
  walletWindow: page.frameLocator('iframe[title="PayPal checkout"]'),
})

export const fillPayer = async (page: Page, email = 'Pat.Payer@Juniper.example ') => {
  const { company, payer, email: address } = pay(page)
  await company.fill('Juniper Hall')
  await payer.fill('Pat Payer')
  await address.fill(email)
}

/** Types a card into the provider's frame. */
export const fillCard = async (page: Page, number = '4242424242424242') => {
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await frame.getByLabel('Credit or debit card number').fill(number)
  await frame.getByLabel('Credit or debit card expiration date').fill('1240')
  await frame.getByLabel('Credit or debit card CVC/CVV').fill('123')
  await frame.getByLabel('ZIP').fill('94103')
}

/** Fills in everything that a card payment needs. */
export const fillAll = async (page: Page, number?: string) => {
  await fillPayer(page)
  await fillCard(page, number)
  await pay(page).consent.check()
}

type QboPayment = {
  readonly TotalAmt: number
  readonly PrivateNote?: string
  readonly CustomerRef: { readonly name?: string }
  readonly Line: readonly { readonly Amount: number }[]
}
type Books = {
  readonly quickbooks: { readonly payments: readonly QboPayment[] }
}

/** Waits until a search shows this balance: QuickBooks has a payment a moment before the app knows. */
export const expectBalance = (desk: Desk, { number, date }: Invoice, balance: number) =>
  expect
    .poll(async () => {
      const body = { invoiceNumber: number, date }
      return (await desk.call(searchInvoice, { body })).body.matchedInvoice?.balance
    }, `the balance of ${number}`)
    .toBe(balance)

/** Waits until QuickBooks has this many payments of a customer. */
export const bookedFor = async (desk: Desk, name: string, count: number) => {
  let found: readonly QboPayment[] = []
  await expect
    .poll(async () => {
      const { quickbooks } = (await desk.state()) as Books
      found = quickbooks.payments.filter(({ CustomerRef }) => CustomerRef.name === name)
      return found.length
    }, `the payments of ${name} in QuickBooks`)
    .toBe(count)
  return found
}
