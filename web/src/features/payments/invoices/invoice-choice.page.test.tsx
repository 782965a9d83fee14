// Choosing what to pay: the list of invoices, amounts, other currencies, and phones, tablets and paper.

import { FOUND, invoice, LONG_LIST } from '@invoice-desk/testing/payments/sample-invoices'
import { CONTACT } from '@invoice-desk/testing/people'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { emulateMedia } from '../../../../test/media.ts'
import { openInvoices, pay, SEARCH } from '../../../../test/payments/pay-page.ts'

const numbers = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map(({ textContent }) => textContent)

/** The whole table is visible without scrolling. */
const expectWholeTable = async () => {
  await expect
    .element(page.getByRole('columnheader', { name: 'Payment', exact: true }))
    .toBeVisible()
  const hiddenPx = () => {
    const frame = pay.table.element().parentElement
    return frame ? frame.scrollWidth - frame.clientWidth : -1
  }
  await expect.poll(hiddenPx).toBe(0)
}

afterEach(() => page.viewport(1280, 800))

it('lists the customer’s invoices, oldest first, and folds those that are paid', async () => {
  await openInvoices()
  await expect.element(pay.customer).toMatchTextContent('Cobalt Coffee Roasters')
  await expect.element(pay.customer).toMatchTextContent('$1,236.50')
  const headers = page
    .getByRole('columnheader')
    .elements()
    .map(({ textContent }) => textContent)
  const first = page.getByRole('columnheader').first()
  await expect.element(first.getByRole('checkbox', { name: 'Select all invoices' })).toBeVisible()
  expect(headers.slice(1)).toEqual([
    'Invoice #',
    'Date',
    'Due Date',
    'Amount',
    'Payments',
    'Balance',
    'Payment',
  ])
  expect(numbers()).toEqual(['1008 details', '1009 details', '1010 details'])
  await page.getByRole('button', { name: '1 paid invoice' }).click()
  await expect
    .poll(numbers)
    .toEqual(['1007 details', '1008 details', '1009 details', '1010 details'])
  await expect.element(pay.row('1008')).toMatchTextContent('$160.00')
  await expect.element(pay.select('1007')).toBeDisabled()
  await expect.element(pay.select('1007')).toHaveAccessibleDescription('Paid')
})

it('names unapplied credit, and leaves it out of the total outstanding balance', async () => {
  const unappliedCredits = [{ balance: 50, currency: 'USD' }]
  await openInvoices({ [SEARCH]: { ...FOUND, unappliedCredits } })
  await expect.element(pay.customer).toMatchTextContent('You have $50.00 in unapplied credit')
  await expect.element(pay.customer).toMatchTextContent('$1,236.50')
})

it('starts with the full balance of the invoice, and selects all or none', async () => {
  await openInvoices()
  await expect.element(pay.select('1008')).toBeChecked()
  await expect.element(pay.amount('1008')).toHaveValue('400.00')
  await expect.element(pay.select('1009')).not.toBeChecked()
  const { selectAll } = pay
  await expect.element(selectAll).toBePartiallyChecked()
  await pay.amount('1008').fill('5')
  await selectAll.click()
  await expect.element(pay.amount('1008')).toHaveValue('400.00')
  await expect.element(pay.amount('1009')).toHaveValue('504.00')
  await expect.element(selectAll).toBeChecked()
  await selectAll.click()
  await expect.element(pay.select('1008')).not.toBeChecked()
  await expect.element(pay.amount('1008')).not.toBeInTheDocument()
})

it('keeps an amount between 0 and the balance', async () => {
  const small = invoice('1008', '2026-09-15', '2026-10-15', 0.2)
  await openInvoices({ [SEARCH]: { ...FOUND, matchedInvoice: small } })
  const amount = pay.amount('1008')
  await expect.element(amount).toHaveAttribute('step', '0.01')
  await amount.fill('0.21')
  await expect.element(amount).toHaveValue('0.20')
  await amount.fill('-5')
  await expect.element(amount).toHaveValue('0.00')
  await amount.fill('.1')
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(amount).toHaveValue('0.11')
  await amount.fill('0,15')
  await expect.element(pay.card).toBeVisible()
  await userEvent.tab()
  await expect.element(pay.row('1008')).toMatchTextContent('Please enter an amount like 1,250.50')
  await expect.element(pay.card).not.toBeInTheDocument()
  await amount.fill('$ .15')
  await userEvent.tab()
  await expect.element(amount).toHaveValue('0.15')
  await amount.fill('')
  await userEvent.tab()
  await expect.element(amount).toHaveValue('0.00')
})

it('shows an invoice in another currency with instructions instead of a payment', async () => {
  const foreign = { ...invoice('1008', '2026-09-15', '2026-10-15', 1200), currency: 'EUR' }
  await openInvoices({ [SEARCH]: { ...FOUND, matchedInvoice: foreign, relatedInvoices: [] } })
  await expect.element(pay.customer).toMatchTextContent('€1,200.00')
  await expect.element(pay.row('1008')).toMatchTextContent('€1,200.00')
  await expect.element(pay.select('1008')).toBeDisabled()
  await expect.element(pay.select('1008')).not.toBeChecked()
  await expect
    .element(pay.select('1008'))
    .toHaveAccessibleDescription(`Please pay this invoice by bank transfer. Contact ${CONTACT}.`)
  await expect.element(pay.selectAll).toBeDisabled()
  await expect.element(pay.selectAll).toHaveAccessibleDescription('Nothing to pay online')
  await expect.element(pay.card).not.toBeInTheDocument()
  await expectAccessible()
  await page.viewport(768, 1024)
  await expectWholeTable()
})

it('shows the matched invoice first on a phone, even as the last of many', async () => {
  await page.viewport(390, 844)
  await openInvoices({ [SEARCH]: LONG_LIST })
  await expect.poll(() => numbers().at(-2)).toBe('919 details')
  const matched = pay.details('1008')
  await expect.poll(() => matched.element().getBoundingClientRect().y).toBeLessThan(844 / 2)
  await expect.element(matched).toBeInViewport()
})

it('selects all overdue invoices, and says what a payment leaves open', async () => {
  await page.viewport(390, 844)
  await openInvoices()
  await pay.select('1010').click()
  await page.getByRole('button', { name: /^Pay all overdue/ }).click()
  const announced = page.getByText('Selected all overdue: 2 invoices, $904.00.')
  await expect.element(announced).toBeInTheDocument()
  await expect.element(pay.select('1010')).not.toBeChecked()
  await expect.element(pay.pay).toHaveTextContent('Pay $904.00')
  await pay.amount('1009').fill('500')
  await expect.element(pay.summary).toMatchTextContent('$4.00 will remain on this invoice')
  const owed = /^After this payment, \$336\.50 will remain on invoices 1009 and 1010\./
  await expect.element(page.getByText(owed)).toBeVisible()
  await page.getByRole('button', { name: 'Pay this too' }).click()
  await expect.element(page.getByText(/After this payment/)).not.toBeInTheDocument()

  pay.select('1008').element().scrollIntoView({ block: 'center' })
  const bar = page.getByText(/^Total \$1,236\.50/).first()
  await expect.element(bar).toBeInViewport()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('heading', { name: 'Payment Information' })).toHaveFocus()
  await expect.element(pay.summary).toBeInViewport()
  await expect.element(bar).not.toBeInViewport()

  await page.viewport(768, 1024)
  await expectWholeTable()
})

it('prints the customer and the invoices without form fields', async () => {
  await openInvoices()
  await expect.element(pay.amount('1008')).toBeVisible()
  await emulateMedia('print')
  onTestFinished(async () => void (await emulateMedia('')))
  await page.viewport(680, 900)
  await expectWholeTable()
  await expect.element(pay.customer).toBeVisible()
  await expect.element(pay.row('1008').getByRole('cell').last()).toBeInViewport()
  for (const part of [pay.number, pay.card, pay.selectAll, pay.select('1008')]) {
    await expect.element(part).not.toBeInTheDocument()
  }
  await expect.element(pay.amount('1008')).toHaveStyle({ borderTopWidth: '0px' })
})
