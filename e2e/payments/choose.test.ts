// Searching for invoices, and choosing what to pay on each.

import { payPath } from '@invoice-desk/contract/pay-path'
import { CONTACT } from '@invoice-desk/testing/people'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { holdRequests } from '../support/hold.ts'
import { STUBBED_PATH, stubInvoices, stubLongList } from '../support/invoice-stubs.ts'
import { addCustomer, addCustomerIn, expectBalance, openInvoice, pay } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

/** The whole table is visible without scrolling. */
const expectWholeTable = async (page: Page) => {
  await expect(page.getByRole('columnheader', { name: 'Payment', exact: true })).toBeVisible()
  const hiddenPx = () =>
    pay(page).table.evaluate(({ parentElement: frame }) =>
      frame ? frame.scrollWidth - frame.clientWidth : -1,
    )
  await expect.poll(hiddenPx).toBe(0)
}

test('searches from the URL, lists the customer’s invoices, and lets them choose amounts', async ({
  page,
  desk,
}) => {
  const customer = await addCustomer(desk, 120.5, 0.1, 0.2)
  const [first, second, third] = customer.invoices
  if (!first || !second || !third) throw new Error('Expected three invoices')
  await customer.addPayment({}, [first, 120.5])
  await expectBalance(desk, first, 0)
  await openInvoice(page, second)
  const parts = pay(page)
  await expect(parts.changeSearch).toBeVisible()
  await expect(parts.number).toBeHidden()
  await parts.changeSearch.click()
  await expect(parts.number).toBeFocused()
  await parts.number.fill('other')
  await page.keyboard.press('Escape')
  await expect(parts.changeSearch).toBeFocused()
  await expect(page).toHaveURL(payPath(second))
  await parts.changeSearch.click()
  await expect(parts.number).toHaveValue(second.number)
  await expect(parts.date).toHaveValue(second.date)
  await expect(parts.customer).toContainText(customer.name)
  await expect(parts.customer).toContainText('$0.30')
  await expect(page.getByRole('columnheader')).toHaveText(
    ['', 'Invoice #', 'Date', 'Due Date', 'Amount', 'Payments', 'Balance', 'Payment'],
    { useInnerText: true },
  )
  const numbers = page.getByRole('rowheader')
  await expect(numbers).toHaveText([second, third].map(({ number }) => `${number} details`))
  await parts.foldedPaid.click()
  await expect(numbers).toHaveText([first, second, third].map(({ number }) => `${number} details`))

  await expect(parts.select(first.number)).toBeDisabled()
  await expect(parts.select(first.number)).toHaveAccessibleDescription('Paid')
  await expect(parts.select(second.number)).toBeChecked()
  await expect(parts.amount(second.number)).toHaveValue('0.10')
  await expect(parts.select(third.number)).not.toBeChecked()
  await expect(parts.selectAll).toHaveJSProperty('indeterminate', true)
  await parts.amount(second.number).fill('0.05')
  await parts.selectAll.click()
  await expect(parts.amount(second.number)).toHaveValue('0.10')
  await expect(parts.amount(third.number)).toHaveValue('0.20')
  await expect(parts.selectAll).toBeChecked()
  await parts.selectAll.click()
  await expect(parts.select(second.number)).not.toBeChecked()
  await expect(parts.amount(second.number)).toBeHidden()

  await test.step('an amount stays between 0 and the balance', async () => {
    await parts.select(third.number).check()
    const amount = parts.amount(third.number)
    await expect(amount).toHaveAttribute('step', '0.01')
    await amount.fill('0.21')
    await expect(amount).toHaveValue('0.20')
    await amount.fill('-5')
    await expect(amount).toHaveValue('0.00')
    await amount.fill('.1')
    await amount.press('ArrowUp')
    await expect(amount).toHaveValue('0.11')
    await amount.fill('0,15')
    await expect(parts.card).toBeVisible()
    await amount.blur()
    await expect(parts.row(third.number)).toContainText('Please enter an amount like 1,250.50')
    await expect(parts.card).toBeHidden()
    await amount.fill('$ .15')
    await amount.blur()
    await expect(amount).toHaveValue('0.15')
    await amount.fill('')
    await amount.blur()
    await expect(amount).toHaveValue('0.00')
  })
})

test('shows an invoice in another currency with instructions instead of a payment', async ({
  page,
  desk,
}) => {
  const { invoices } = await addCustomerIn('EUR', desk, 1200)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await expect(parts.customer).toContainText('€1,200.00')
  await expect(parts.row(invoice.number)).toContainText('€1,200.00')
  await expect(parts.select(invoice.number)).toBeDisabled()
  await expect(parts.select(invoice.number)).not.toBeChecked()
  await expect(parts.select(invoice.number)).toHaveAccessibleDescription(
    `Please pay this invoice by bank transfer. Contact ${CONTACT}.`,
  )
  await expect(parts.selectAll).toBeDisabled()
  await expect(parts.selectAll).toHaveAccessibleDescription('Nothing to pay online')
  await expect(parts.card).toBeHidden()
  await expectAccessible(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await expectWholeTable(page)
})

test('requires number and date, explains failures, and runs the human check after many misses', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 40[34]|ERR_FAILED/)
  const { invoices } = await addCustomer(desk, 5)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  const parts = pay(page)
  await page.goto('/pay-invoice')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay Invoice')
  // The human check is invisible, so its provider requires a notice.
  await expect(page.getByText('This page is protected by reCAPTCHA.')).toBeVisible()
  await parts.search.click()
  await expect(parts.number).toBeFocused()
  await expect(page.getByText('This is required.').first()).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'search without a number')
  await parts.number.fill(invoice.number)
  await parts.search.click()
  await expect(parts.date).toBeFocused()
  await expect(page).toHaveURL(`/pay-invoice?invoice=${invoice.number}`)
  const entries = await page.evaluate(() => history.length)
  await parts.date.fill('2020-01-01')
  // Typing updates the URL but doesn't search.
  await expect(page).toHaveURL(payPath({ number: invoice.number, date: '2020-01-01' }))
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await expect(parts.alert).toBeHidden()
  await parts.search.click()
  await expect(parts.alert).toHaveText(
    "We couldn't find an invoice with this number and date. Check both and try again.",
  )
  await expect(page).toHaveURL(payPath({ number: invoice.number, date: '2020-01-01' }))

  await test.step('after five misses, the next search runs the check and finds the invoice', async () => {
    for (let miss = 1; miss < 5; miss += 1) {
      const data = { invoiceNumber: `none-${miss}`, date: '2026-01-02' }
      expect((await page.request.post('/api/qbo/search-invoice', { data })).status()).toBe(404)
    }
    const checked = page.waitForRequest((request) =>
      /"captchaToken":"./.test(request.postData() ?? ''),
    )
    await parts.date.fill(invoice.date)
    await page.keyboard.press('Enter')
    await checked
    await expect(parts.row(invoice.number)).toBeVisible()
    await expect(parts.alert).toBeHidden()
    await expect(page).toHaveURL(payPath(invoice))
  })

  await test.step('a refusal with a message', async () => {
    const refusal = { message: 'Search is closed today.', error: 'closed' }
    await page.route('**/api/qbo/search-invoice', (route) =>
      route.fulfill({ status: 404, json: refusal }),
    )
    await expect(parts.changeSearch).toBeFocused()
    await parts.changeSearch.click()
    await parts.search.click()
    await expect(parts.alert).toHaveText(refusal.message)
    await page.unroute('**/api/qbo/search-invoice')
  })

  await test.step('a search without an answer', async () => {
    const cut = await holdRequests(page, '**/api/qbo/search-invoice', (route) => route.abort())
    await parts.search.click()
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
    cut()
    await expect(parts.alert).toContainText('Failed to search for invoice')
    await expect(parts.table).toBeHidden()
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  })
})

/** Runs in the page before the app reads its settings: the business has no wallet account. */
const removeWallet = () =>
  document.addEventListener(
    'readystatechange',
    () => {
      const element = document.querySelector('#page-settings')
      if (!element) return
      const settings = JSON.parse(element.textContent)
      delete settings.payments.paypal
      element.textContent = JSON.stringify(settings)
    },
    { once: true },
  )

test('says how old the amounts are and that there is no wallet, and fits a phone, a tablet and paper', async ({
  page,
}) => {
  await stubInvoices(page, '2026-11-16T14:05:00.000Z')
  await page.addInitScript(removeWallet)
  await page.goto(STUBBED_PATH)
  const parts = pay(page)

  await test.step('the amounts are old, because they can’t be checked', async () => {
    const notice =
      /Amounts are as of November 16 at .+\. We can't check for newer payments right now\./
    await expect(page.getByText(notice)).toBeVisible()
    await parts.history('1008').click()
    await expect(parts.dialog.getByText(notice)).toBeVisible()
    await expect(parts.dialog).toContainText('pi_3Sample1008HarborFinch')
    await expect(page.getByText('QuickBooks')).toHaveCount(0)
    await expectAccessibleOnAllScreens(page, 'payment history')
    await parts.dialog.getByRole('button', { name: 'Close' }).first().click()
  })

  await test.step('the business has no wallet account', async () => {
    await parts.chooseMethod('PayPal')
    await expect(parts.alert).toHaveText(
      'PayPal payment is currently unavailable. Please try another payment method.',
    )
    await parts.chooseMethod('Credit Card')
  })

  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('the matched invoice is first in view, even as the last of many', async () => {
    await stubLongList(page)
    await page.goto(STUBBED_PATH)
    await expect(parts.row('919')).toBeAttached()
    await expect.poll(async () => (await parts.row('1008').boundingBox())?.y).toBeLessThan(844 / 2)
    await expect(parts.row('1008')).toBeInViewport()
    await page.goto(STUBBED_PATH)
  })

  await test.step('all overdue invoices, then what a payment leaves open', async () => {
    await parts.select('1010').check()
    await parts.overdue.click()
    await expect(page.getByText('Selected all overdue: 2 invoices, $904.00.')).toBeAttached()
    await expect(parts.select('1010')).not.toBeChecked()
    await expect(parts.pay).toHaveText('Pay $904.00')
    await parts.amount('1009').fill('500')
    await expect(parts.summary).toContainText('$4.00 will remain on this invoice')
    const owed = 'After this payment, $336.50 will remain on invoices 1009 and 1010.'
    await expect(page.getByText(owed)).toBeVisible()
    await page.getByRole('button', { name: 'Pay this too' }).click()
    await expect(page.getByText(/After this payment/)).toBeHidden()
    await parts.select('1008').scrollIntoViewIfNeeded()
  })
  const bar = page.getByText('Total $1,236.50').first()
  await expect(bar).toBeInViewport()

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator(':focus')).toHaveText('Payment Information')
  await expect(parts.summary).toBeInViewport()
  await expect(bar).not.toBeInViewport()

  await test.step('on a tablet all columns are visible', async () => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await expectWholeTable(page)
  })

  await test.step('print shows the customer and the invoices without form fields', async () => {
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 680, height: 900 })
    await expectWholeTable(page)
    await expect(parts.customer).toBeVisible()
    await expect(parts.row('1008').getByRole('cell').last()).toBeInViewport()
    for (const part of [parts.number, parts.card, parts.selectAll, parts.select('1008')]) {
      await expect(part).toBeHidden()
    }
    await expect(parts.amount('1008')).toHaveCSS('border-top-width', '0px')
  })
})
