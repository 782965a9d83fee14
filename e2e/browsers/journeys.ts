// The main journeys, which must work in all browsers.

import { payPath } from '@invoice-desk/contract/payments/pay-path'
import { addBill, addContractor, getLink } from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '@invoice-desk/testing/people'
import { addBookedContractor } from '../support/approval.ts'
import { dayFromNow } from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { addCustomer, bookedFor } from '../support/payments.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { KEYS } from './driver.ts'
import type { Page } from './page.ts'
import { expectPainted, expectPrinted, PAINTED_PDF, writePainted } from './sheets.ts'

export type Journey = {
  readonly name: string
  readonly walk: (page: Page, desk: Desk) => Promise<void>
}

const CARD = 'Secure card payment input frame'
const WALLET = 'PayPal'
const WALLET_WINDOW = 'PayPal checkout'

const newInvoice = async (desk: Desk) => {
  const { name, invoices } = await addCustomer(desk, 64.5)
  if (!invoices[0]) throw new Error('No invoice was created')
  return { name, invoice: invoices[0] }
}

/** WebKit's date fields draw their own focus ring. */
const expectFocusShown = async (page: Page) => {
  const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
  if (outline !== 'solid') throw new Error('The focused element has no outline.')
}

const fillPayer = async (page: Page) => {
  await page.fill('Company Name', 'Juniper Hall')
  await page.fill('Payer Name', 'Pat Payer')
  await page.fill('Email', 'pat.payer@juniper.example')
}

const payByCard: Journey = {
  name: 'A customer looks up an invoice and pays by card; the page prints',
  walk: async (page, desk) => {
    const { name, invoice } = await newInvoice(desk)
    await page.open(`${desk.url}/pay-invoice`)
    await page.click('Search')
    await page.see('Choose a date.')
    await page.fill('Invoice Number', invoice.number)
    await page.fillDate('Invoice Date', invoice.date)
    await expectFocusShown(page)
    await page.click('Search')
    await page.see(name)
    await page.fill('Credit or debit card number', '4242424242424242', CARD)
    await page.fill('Credit or debit card expiration date', '1240', CARD)
    await page.fill('Credit or debit card CVC/CVV', '123', CARD)
    await page.fill('ZIP', '94103', CARD)
    await fillPayer(page)
    await page.click('I authorize this payment')
    await page.click('Pay $64.50')
    await page.see('Payment processed successfully!')
    await expectPrinted(page, [invoice.number])
    await bookedFor(desk, name, 1)

    const receipt = await page.evaluate<string>(`document.querySelector('[href*="receipt?"]').href`)
    const session = new URLSearchParams({
      session_id: new URL(receipt).searchParams.get('payment') ?? '',
    })
    await page.open(`${desk.url}/payment-success?${session}`)
    await page.see('$64.50')
    await expectPrinted(page, ['Payment Successful!', invoice.number])
  },
}

const payByPayPal: Journey = {
  name: 'A customer pays with PayPal',
  walk: async (page, desk) => {
    const { name, invoice } = await newInvoice(desk)
    await page.open(desk.url + payPath(invoice))
    await page.see(name)
    await page.click('PayPal')
    await fillPayer(page)
    await page.click('Pay with PayPal', WALLET)
    await page.click('Pay now', WALLET_WINDOW)
    await page.see('Payment processed successfully!')
    await bookedFor(desk, name, 1)
  },
}

const submitInvoice: Journey = {
  name: 'A contractor verifies by link and submits an invoice with a PDF',
  walk: async (page, desk) => {
    const person = await addContractor(desk)
    await page.open(await getLink(desk, person))
    await page.click('Submit Your First Bill')
    await page.fill('Invoice Amount', '1250.50')
    await page.fill('Invoice Number', 'ENGINE-1')
    await page.fillDate('Due Date', dayFromNow(14))
    await page.attach(await writePainted())
    await page.see('painted.pdf')
    await page.click('Submit Invoice')
    await page.see('ENGINE-1')
    await page.see('View Invoice')
    await expectPrinted(page, ['Your Bills', 'ENGINE-1'])
    const link = await page.evaluate<string>(`document.querySelector('[href*="/api/files"]').href`)
    await page.show(link)
    await expectPainted(page)
  },
}

const signIn = async (page: Page, url: string) => {
  await page.open(url)
  await page.click('Sign in with Google')
  await page.click(STAFF)
}

const approveInvoice: Journey = {
  name: 'Staff sign in, see the PDF beside the invoice, print and approve it',
  walk: async (page, desk) => {
    const person = await addContractor(desk)
    const task = await addBill(desk, person, { invoiceNumber: 'ENGINE-2', file: PAINTED_PDF })
    await signIn(page, `${desk.url}/approve-invoice?taskId=${task}`)
    await page.see('ENGINE-2')
    await page.see('Approve & Skip QB')
    await expectPainted(page)
    await expectPrinted(page, ['Invoice Details', 'ENGINE-2'])
    await page.click('Approve & Skip QB')
    await page.see('Task approved successfully')
  },
}

const findAndApprove: Journey = {
  name: 'Staff find an invoice with Ctrl+K and approve it, and then approve two others together',
  walk: async (page, desk) => {
    await connectQuickBooks(desk)
    const person = await addBookedContractor(desk)
    const start = `FIND${Date.now()}`
    for (const [index, amount] of ['100.00', '200.00', '300.00'].entries()) {
      await addBill(desk, person, { invoiceNumber: `${start}-${index}`, amount })
    }
    await signIn(page, `${desk.url}/overview`)
    await page.see('Money out, by month')
    await page.press(`${KEYS.control}k`)
    await page.see('Pages')
    await page.press(`${start}-0`)
    await page.see(`${start}-0 ${person.vendor}`)
    await page.press(KEYS.enter)
    await page.see('Invoice Details')
    await page.click('Approve & Add to QB')
    await page.see('Task approved successfully')

    await page.open(`${desk.url}/approve-invoice`)
    await page.click(`Select ${start}-1`)
    await page.click(`Select ${start}-2`)
    await page.see('2 invoices, $500.00')
    await page.click('Approve & Add to QB')
    await page.click('Approve 2 invoices')
    await page.see('2 invoices approved.')
  },
}

export const JOURNEYS = [
  payByCard,
  payByPayPal,
  submitInvoice,
  approveInvoice,
  findAndApprove,
] as const
