// What's on an invoice, its PDF, the customer's statement, and the payment history.
import {
  DETAILS,
  FOUND,
  HISTORY,
  STUBBED_PATH,
} from '@invoice-desk/testing/payments/sample-invoices'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import {
  INVOICE_DETAILS,
  INVOICES,
  openInvoices,
  PAYMENT_HISTORY,
  pay,
  SEARCH,
} from '../../../../test/payments/pay-page.ts'

const AS_OF = { asOf: '2026-11-16T14:05:00.000Z' }
const OLD = /Amounts are as of November 16 at .+\. We can't check for newer payments right now\./
const EXPIRED = 'These results have expired. Search again.'
const GONE = refuse(404, { error: 'Not found.', code: 'invoice_not_found' })
const panel = pay.panel('1008')
const closing = (index: number) => pay.dialog.getByRole('button', { name: 'Close' }).nth(index)

it('shows what is on the matched invoice, and how its balance comes about', async () => {
  await openInvoices()
  await expect.element(pay.details('1008')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(pay.details('1009')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(panel.getByRole('list')).toMatchTextContent('Autumn menu')
  const amounts = panel.getByRole('definition').elements()
  expect(amounts.map(({ textContent }) => textContent)).toEqual([
    '$500.00',
    '-$25.00',
    '$45.00',
    '$40.00',
    '$560.00',
    '-$60.00',
    '-$60.00',
    '-$40.00',
    '$400.00',
  ])
  await expect
    .element(panel.getByRole('link', { name: 'Ask about this invoice' }))
    .toHaveAttribute('href', expect.stringContaining('1008'))
  await expectAccessibleOnAllScreens()
})

const ZIP = 'POST /api/qbo/customer-pass/zip'
const STATEMENT = 'GET /api/qbo/statement-csv'
const EMAIL = 'POST /api/qbo/customer-pass/email'
const NEEDS_PROOF = refuse(403, { error: 'Not yet.', code: 'customer_proof_required' })

it('asks once for the billing ZIP code, then shows every opened invoice', async () => {
  const isPrivate = true
  const { answer, sent } = await openInvoices({
    [SEARCH]: {
      ...FOUND,
      matchedInvoice: { ...FOUND.matchedInvoice, isPrivate },
      relatedInvoices: FOUND.relatedInvoices.map((each) => ({ ...each, isPrivate })),
    },
    'GET /api/qbo/statement-pdf': NEEDS_PROOF,
    [ZIP]: refuse(403, { error: 'Not this ZIP code.', code: 'zip_mismatch', field: 'zip' }),
  })
  await pay.details('1009').click()
  const zip = panel.getByRole('textbox', { name: 'Billing ZIP code' })
  const send = panel.getByRole('button', { name: 'Show details' })
  await send.click()
  await expect.element(zip).toHaveFocus()
  await expect.element(panel).toMatchTextContent('This is required.')
  expect(sent.some(({ name }) => name === ZIP || name === INVOICE_DETAILS)).toBe(false)
  await page.getByRole('button', { name: 'Download statement as PDF' }).click()
  await expect.element(pay.customer.getByRole('textbox')).toBeVisible()
  await zip.fill('97104')
  await send.click()
  await expect.element(panel).toMatchTextContent('Not this ZIP code.')
  await expect.element(zip).toHaveFocus()
  await expect.element(zip).toHaveValue('97104')
  await expectAccessibleOnAllScreens()
  answer({ [ZIP]: {}, [INVOICE_DETAILS]: DETAILS })
  await zip.fill('97103')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel.getByRole('list')).toMatchTextContent('Autumn menu')
  await expect.element(pay.panel('1009').getByRole('list')).toMatchTextContent('Autumn menu')
  await expect.element(pay.details('1008')).toHaveFocus()
  await expect.element(pay.customer.getByRole('textbox')).not.toBeInTheDocument()
  expect(sent.filter(({ name }) => name === ZIP).map(({ body }) => body)).toMatchObject([
    { zip: '97104' },
    { zip: '97103' },
  ])
})

it('has a link emailed instead, and loads a statement once that is possible', async () => {
  const { answer, sent } = await openInvoices({ [INVOICE_DETAILS]: NEEDS_PROOF, [EMAIL]: {} })
  await panel.getByRole('button', { name: 'Email me a link' }).click()
  await expect.element(panel).toMatchTextContent('If we have an email address for you')
  answer({ [STATEMENT]: NEEDS_PROOF })
  await page.getByRole('button', { name: 'Download statement as CSV' }).click()
  const zip = pay.customer.getByRole('textbox', { name: 'Billing ZIP code' })
  await zip.fill('97103')
  answer({ [ZIP]: {}, [INVOICE_DETAILS]: DETAILS, [STATEMENT]: 'Invoice,Date' })
  await userEvent.keyboard('{Enter}')
  await expect.element(zip).not.toBeInTheDocument()
  await expect.element(panel.getByRole('list')).toMatchTextContent('Autumn menu')
  expect(sent.filter(({ name }) => name === STATEMENT)).toHaveLength(2)
})

it('opens a pay link before the search, and takes its key out of the address', async () => {
  const LINK = 'POST /api/qbo/customer-pass/link'
  const answers = { ...INVOICES, [LINK]: {} }
  const { sent } = await openPage(`${STUBBED_PATH}#key=abc-123`, { as: null, answers })
  await expect.element(pay.row('1008')).toBeVisible()
  expect(sent.slice(0, 2)).toMatchObject([
    { name: LINK, body: { key: 'abc-123' } },
    { name: SEARCH, body: { invoiceNumber: '1008' } },
  ])
  expect(location.hash).toBe('')
})

it('says that a pay link no longer works, and when the browser keeps nothing', async () => {
  const LINK = 'POST /api/qbo/customer-pass/link'
  const error = 'This link has expired or was revoked.'
  const answers = {
    ...INVOICES,
    [LINK]: refuse(403, { error, code: 'pay_link_invalid' }),
    [INVOICE_DETAILS]: NEEDS_PROOF,
    [ZIP]: {},
  }
  await openPage(`${STUBBED_PATH}#key=abc-123`, { as: null, answers })
  await expect.element(page.getByText(`${error} You can still pay.`)).toBeVisible()
  await panel.getByRole('textbox', { name: 'Billing ZIP code' }).fill('97103')
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).toMatchTextContent('Allow cookies for this site')
})

it('can try again, and searches again once the results have expired', async () => {
  const { answer, sent } = await openInvoices()
  await expect.element(panel.getByRole('list')).toMatchTextContent('Autumn menu')
  const other = pay.panel('1009')
  answer({
    [INVOICE_DETAILS]: refuse(502, { error: 'Not right now.', code: 'invoice_details_failed' }),
  })
  await pay.details('1009').click()
  await expect.element(other).toMatchTextContent('Not right now.')
  answer({ [INVOICE_DETAILS]: GONE })
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect.element(other).toMatchTextContent(EXPIRED)
  await other.getByRole('button', { name: 'Search again' }).click()
  await expect.element(other).not.toBeInTheDocument()
  await expect.element(panel).toBeVisible()
  expect(sent.filter(({ name }) => name === SEARCH)).toHaveLength(2)
})

it('says how old the amounts are, without naming QuickBooks', async () => {
  await openInvoices({ [SEARCH]: { ...FOUND, ...AS_OF } })
  await expect.element(page.getByText(OLD)).toBeVisible()
  await expect.element(page.getByText('QuickBooks', { exact: false })).not.toBeInTheDocument()
})

it('shows the payment history, which only its buttons close', async () => {
  const { answer } = await openInvoices({ [PAYMENT_HISTORY]: { payments: [] } })
  await pay.history('1009').click()
  await expect.element(pay.dialog).toMatchTextContent('No payment history found')
  await userEvent.keyboard('{Escape}')
  const outside = document.elementFromPoint(5, 5) ?? document.body
  await userEvent.click(outside, { position: { x: 5, y: 5 }, force: true })
  await expect.element(pay.dialog).toBeVisible()
  await closing(0).click()
  await expect.element(pay.dialog).not.toBeInTheDocument()
  await expect.element(pay.history('1009')).toHaveFocus()
  answer({ [PAYMENT_HISTORY]: { payments: HISTORY, ...AS_OF } })
  await pay.history('1008').click()
  await expect
    .element(page.getByRole('dialog', { name: 'Payment History - Invoice #1008' }))
    .toBeVisible()
  for (const text of [
    OLD,
    'CREDIT CARD',
    'Payment ID: pi_3Sample1008HarborFinch',
    'Part of a $1,495.00 payment for several invoices; $570.00 applied to this invoice.',
    'Credit memo CM-101',
  ]) {
    await expect.element(pay.dialog).toMatchTextContent(text)
  }
  await expect.element(pay.dialog.getByText('QuickBooks', { exact: false })).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens()
  await closing(1).click()
  await expect.element(pay.dialog).not.toBeInTheDocument()
})

it('can try to load the history again, and searches again once the results have expired', async () => {
  const { answer, sent } = await openInvoices({ [PAYMENT_HISTORY]: lost })
  await pay.history('1009').click()
  await expect.element(pay.dialog).toMatchTextContent('Failed to load payment history')
  answer({ [PAYMENT_HISTORY]: GONE })
  await pay.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect.element(pay.dialog).toMatchTextContent(EXPIRED)
  await pay.dialog.getByRole('button', { name: 'Search again' }).click()
  await expect.element(pay.dialog).not.toBeInTheDocument()
  await expect.element(pay.row('1009')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(sent.filter(({ name }) => name === SEARCH)).toHaveLength(2)
})
