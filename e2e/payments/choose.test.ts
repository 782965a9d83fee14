// Looking invoices up, choosing what to pay on each, and what was paid before.
import { holdRequests } from '../support/hold.ts'
import { TOLD_PATH, tellInvoices } from '../support/invoices-told.ts'
import { addCustomer, openInvoice, pay, payPath } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test('searches by the address, merges the customer’s invoices and selects the one', async ({
  page,
  desk,
}) => {
  const customer = await addCustomer(desk, 120.5, 0.1, 0.2)
  const [first, second, third] = customer.invoices
  if (!first || !second || !third) throw new Error('three invoices were made')
  await customer.addPayment({}, [first, 120.5])
  await openInvoice(page, second)
  const parts = pay(page)
  await expect(parts.number).toHaveValue(second.number)
  await expect(parts.date).toHaveValue(second.date)
  await expect(parts.customer).toContainText(customer.name)
  await expect(parts.customer).toContainText('$0.30')
  await expect(page.getByRole('columnheader')).toHaveText(
    ['', 'Invoice #', 'Date', 'Due Date', 'Amount', 'Payments', 'Balance', 'Payment'],
    { useInnerText: true },
  )
  const numbers = await page.getByRole('rowheader').allTextContents()
  expect(numbers).toEqual([first.number, second.number, third.number])

  await expect(parts.select(first.number)).toBeDisabled()
  await expect(parts.select(second.number)).toBeChecked()
  await expect(parts.amount(second.number)).toHaveValue('0.10')
  await expect(parts.select(third.number)).not.toBeChecked()
  await expect(parts.selectAll).toHaveJSProperty('indeterminate', true)
  await parts.selectAll.click()
  await expect(parts.amount(third.number)).toHaveValue('0.20')
  await expect(parts.selectAll).toBeChecked()
  await parts.selectAll.click()
  await expect(parts.select(second.number)).not.toBeChecked()
  await expect(parts.amount(second.number)).toBeHidden()
})

test('keeps an amount between nothing and the balance', async ({ page, desk }) => {
  const { invoices } = await addCustomer(desk, 80)
  const [invoice] = invoices
  if (!invoice) throw new Error('an invoice was made')
  await openInvoice(page, invoice)
  const amount = pay(page).amount(invoice.number)
  await amount.fill('80.01')
  await expect(amount).toHaveValue('80.00')
  await amount.fill('-5')
  await expect(amount).toHaveValue('0.00')
  await amount.fill('12.5')
  await amount.blur()
  await expect(amount).toHaveValue('12.50')
  await amount.fill('')
  await amount.blur()
  await expect(amount).toHaveValue('0.00')
  expect(await amount.getAttribute('step')).toBe('0.01')
})

test('needs both, says what went wrong, and a new search clears it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of (404|502)/)
  const { invoices } = await addCustomer(desk, 5)
  const [invoice] = invoices
  if (!invoice) throw new Error('an invoice was made')
  const parts = pay(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Pay invoice' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay Invoice')
  // The human check runs unseen after some misses, so its provider wants to be named.
  await expect(page.getByText('This page is protected by reCAPTCHA.')).toBeVisible()
  await parts.search.click()
  await expect(parts.number).toBeFocused()
  await parts.number.fill(invoice.number)
  await parts.search.click()
  await expect(parts.date).toBeFocused()
  await parts.date.fill('2020-01-01')
  await parts.search.click()
  await expect(parts.alert).toHaveText(
    'No invoice was found with this number and date. Please check both and try again.',
  )
  await expect(page).toHaveURL(payPath({ number: invoice.number, date: '2020-01-01' }))
  await parts.date.fill(invoice.date)
  await page.keyboard.press('Enter')
  await expect(parts.row(invoice.number)).toBeVisible()
  await expect(parts.alert).toBeHidden()
  await expect(page).toHaveURL(payPath(invoice))

  await desk.addFault({ provider: 'quickbooks', mode: 'error', match: '/query', times: 10 })
  await parts.search.click()
  await expect(parts.alert).toHaveText('Failed to search for invoice')
  await expect(parts.table).toBeHidden()
})

test('is checked for a person after many misses, and finds all the same', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  const { invoices } = await addCustomer(desk, 5)
  const [invoice] = invoices
  if (!invoice) throw new Error('an invoice was made')
  for (let miss = 0; miss < 5; miss += 1) {
    const data = { invoiceNumber: `none-${miss}`, date: '2026-01-02' }
    expect((await page.request.post('/api/qbo/search-invoice', { data })).status()).toBe(404)
  }
  const checked = page.waitForRequest((request) =>
    /"captchaToken":"./.test(request.postData() ?? ''),
  )
  await openInvoice(page, invoice)
  await checked
})

test('says that it searches, and what is wrong when nothing answers', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const cut = await holdRequests(page, '**/api/qbo/search-invoice', (route) => route.abort())
  await page.goto(payPath({ number: '1', date: '2026-01-02' }))
  await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
  cut()
  await expect(pay(page).alert).toContainText('Failed to search for invoice')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
})

test('shows the payments made, and only its buttons close them', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 502/)
  const customer = await addCustomer(desk, 100, 200)
  const [first, second] = customer.invoices
  if (!first || !second) throw new Error('two invoices were made')
  await openInvoice(page, first)
  const parts = pay(page)
  await parts.history(first.number).click()
  await expect(parts.dialog).toContainText('No payment history found')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(parts.dialog).toBeVisible()
  await parts.dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(parts.dialog).toBeHidden()
  await expect(parts.history(first.number)).toBeFocused()

  const note = { PrivateNote: 'Stripe payment (ID: pi_3Journey)' }
  await customer.addPayment(note, [first, 40], [second, 60])
  await page.reload()
  await expect(parts.row(first.number)).toContainText('$40.00')
  await parts.history(first.number).click()
  await expect(parts.dialog).toHaveAccessibleName(`Payment History - Invoice #${first.number}`)
  await expect(parts.dialog).toContainText('CREDIT CARD')
  await expect(parts.dialog).toContainText('Payment ID: pi_3Journey')
  await expect(parts.dialog).toContainText(
    'Total payment of $100.00 over several invoices; $40.00 applied to this invoice.',
  )
  await parts.dialog.getByRole('button', { name: 'Close' }).last().click()
  await desk.addFault({ provider: 'quickbooks', mode: 'error', match: '/query', times: 10 })
  await parts.history(second.number).click()
  await expect(parts.dialog).toContainText('Failed to load payment history')
})

test('is worked by keyboard alone', async ({ page }) => {
  await tellInvoices(page)
  await page.goto('/pay-invoice')
  const parts = pay(page)
  await parts.number.focus()
  await page.keyboard.type('1008')
  await page.keyboard.press('Tab')
  await page.keyboard.type('09152026')
  await page.keyboard.press('Enter')
  await expect(parts.table).toBeVisible()
  await expect(page).toHaveURL(TOLD_PATH)
  await parts.select('1009').focus()
  await page.keyboard.press('Space')
  await expect(parts.amount('1009')).toHaveValue('504.00')
  await page.keyboard.press('Tab')
  await expect(parts.history('1009')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.dialog.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(parts.dialog).toBeHidden()
  await expect(parts.history('1009')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(parts.amount('1009')).toBeFocused()
  await parts.method('Credit Card').focus()
  await page.keyboard.press('ArrowRight')
  await expect(parts.method('PayPal')).toBeChecked()
})

test('becomes cards on a phone, with the total in view and the way to pay', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await tellInvoices(page)
  await page.goto(TOLD_PATH)
  const parts = pay(page)
  await parts.selectAll.click()
  const bar = page.getByText('Total $1,236.50').first()
  await expect(bar).toBeInViewport()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator(':focus')).toHaveText('Payment Information')
  await expect(parts.summary).toBeInViewport()
  await expect(bar).not.toBeInViewport()
})

test('leads to the payment while its form is still on its way', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const letGo = await holdRequests(page, /\/assets\/payment-form-.*\.js$/)
  await tellInvoices(page)
  await page.goto(TOLD_PATH)
  const parts = pay(page)
  await parts.selectAll.click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator(':focus')).toHaveText('Payment Information')
  await expect(parts.summary).toBeHidden()
  letGo()
  await expect(parts.summary).toBeVisible()
  await expect(page.locator(':focus')).toHaveText('Payment Information')
})
