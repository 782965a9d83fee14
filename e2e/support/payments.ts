// What the journeys of paying share: customers with invoices of their own, and the page's parts.
import { expect, type Page, request } from '@playwright/test'
import { dayFromNow, staffTokenOf } from './contractor.ts'
import type { Desk } from './desk.ts'
import { connectAs, HARBOR_AND_FINCH } from './quickbooks.ts'

type Fields = Readonly<Record<string, unknown>>

/** Does in QuickBooks what a bookkeeper would do there by hand, with access of their own. */
const openBooks = async (desk: Desk) => {
  const { quickbooks = {} } = await desk.ask<Record<string, Record<string, string>>>(
    'GET',
    '/settings',
  )
  const redirect_uri = `${desk.url}/auth/qbo/redirect`
  const authorized = await fetch(quickbooks.QBO_AUTHORIZE_URL ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: quickbooks.QBO_CLIENT_ID ?? '',
      redirect_uri,
      response_type: 'code',
      scope: 'com.intuit.quickbooks.accounting',
      state: 'books',
      realmId: HARBOR_AND_FINCH,
    }),
  })
  const code = new URL(authorized.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const client = `${quickbooks.QBO_CLIENT_ID}:${quickbooks.QBO_CLIENT_SECRET}`
  const granted = await fetch(quickbooks.QBO_TOKEN_URL ?? '', {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }),
  })
  const { access_token } = await granted.json()
  return async (entity: string, body: Fields): Promise<string> => {
    const answer = await fetch(
      `${quickbooks.QBO_API_URL}/v3/company/${HARBOR_AND_FINCH}/${entity}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${access_token}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      },
    )
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${entity} was refused: ${text}`)
    const [made] = Object.values(JSON.parse(text)) as { Id: string }[]
    return made?.Id ?? ''
  }
}

/** Connects the desk itself, whatever other tests have done to its connection. */
const connectDesk = async (desk: Desk) => {
  const browser = await request.newContext({ baseURL: desk.url })
  await connectAs(browser, await staffTokenOf(desk))
  await browser.dispose()
}

export type Invoice = { readonly id: string; readonly number: string; readonly date: string }

let made = 0

/** A customer of their own with an open invoice of each of these amounts, the oldest first. */
export const addCustomer = async (desk: Desk, ...amounts: readonly number[]) => {
  await connectDesk(desk)
  const write = await openBooks(desk)
  made += 1
  const mark = `${process.pid}${made}${Date.now() % 100_000}`
  const name = `Juniper Hall ${mark}`
  const customer = { value: await write('customer', { DisplayName: name }) }
  const invoices: Invoice[] = []
  for (const [index, amount] of amounts.entries()) {
    const number = `${mark}-${index + 1}`
    const date = dayFromNow(index - 20)
    const id = await write('invoice', {
      DocNumber: number,
      CustomerRef: customer,
      TxnDate: date,
      DueDate: dayFromNow(index + 10),
      Line: [
        {
          DetailType: 'SalesItemLineDetail',
          Amount: amount,
          SalesItemLineDetail: { ItemRef: { value: '1' } },
        },
      ],
    })
    invoices.push({ id, number, date })
  }
  return {
    name,
    invoices,
    /** A payment that came another way. */
    addPayment: (fields: Fields, ...applied: readonly (readonly [Invoice, number])[]) =>
      write('payment', {
        CustomerRef: customer,
        TotalAmt: applied.reduce((sum, [, amount]) => sum + amount, 0),
        Line: applied.map(([{ id }, Amount]) => ({
          Amount,
          LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' }],
        })),
        ...fields,
      }),
  }
}

export const payPath = ({ number, date }: Pick<Invoice, 'number' | 'date'>): string =>
  `/pay-invoice?${new URLSearchParams({ invoice: number, date })}`

/** Opens the page at an invoice, up to its table. */
export const openInvoice = async (page: Page, invoice: Pick<Invoice, 'number' | 'date'>) => {
  await page.goto(payPath(invoice))
  await expect(pay(page).row(invoice.number)).toBeVisible()
}

/** The parts of the page. */
export const pay = (page: Page) => ({
  number: page.getByRole('textbox', { name: 'Invoice Number' }),
  date: page.getByLabel('Invoice Date'),
  search: page.getByRole('button', { name: /^Search/ }),
  alert: page.getByRole('main').getByRole('alert'),
  customer: page.getByRole('region', { name: 'Customer' }),
  table: page.getByRole('table', { name: 'Invoices' }),
  row: (number: string) => page.getByRole('row').filter({ hasText: number }),
  select: (number: string) => page.getByRole('checkbox', { name: `Select invoice ${number}` }),
  selectAll: page.getByRole('checkbox', { name: 'Select all invoices' }),
  amount: (number: string) =>
    page.getByRole('spinbutton', { name: `Payment for invoice ${number}` }),
  history: (number: string) =>
    page.getByRole('button', { name: new RegExp(`history of invoice ${number}$`) }),
  dialog: page.getByRole('dialog'),
  card: page.getByRole('region', { name: 'Payment Information' }),
  summary: page.getByRole('region', { name: 'Summary' }),
  method: (name: 'Credit Card' | 'PayPal') => page.getByRole('radio', { name }),
  company: page.getByRole('textbox', { name: 'Company Name' }),
  payer: page.getByRole('textbox', { name: 'Payer Name' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  consent: page.getByRole('checkbox', {
    name: 'I authorize this payment and agree to the terms of service',
  }),
  pay: page.getByRole('button', { name: /^(Pay \$|Processing)/ }),
  success: page.getByRole('heading', { name: 'Payment processed successfully!' }),
  receipt: page.getByRole('link', { name: 'Download receipt' }),
  /** The bank's question, answered in the provider's frame. */
  bank: page.frameLocator('iframe[title="Card authentication"]'),
  /** Named so once its frame is at work. */
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

/** Everything that a card payment needs, up to the button. */
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

/** The payments of a customer in QuickBooks, once there are so many. */
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
