// What's on an invoice, its PDF, the customer's statement, and the payment history.
import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { addCustomer, expectBalance, openInvoice, pay } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const DETAILS_PATH = '**/api/qbo/invoice-details'
const HISTORY_PATH = '**/api/qbo/payment-history'

/** Clicks and returns the name of the file and how it begins. */
const downloadFrom = async (page: Page, click: () => Promise<void>) => {
  const started = page.waitForEvent('download')
  await click()
  const download = await started
  const chunks = await (await download.createReadStream()).toArray()
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('latin1') }
}

test('shows what is on an invoice, and downloads its PDF and the statement', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of (404|502)/)
  const customer = await addCustomer(desk, 120.5, 80)
  const [matched, other] = customer.invoices
  if (!matched || !other) throw new Error('Expected two invoices')
  await customer.addPayment({}, [matched, 20.5])
  await expectBalance(desk, matched, 100)
  await openInvoice(page, matched)
  const parts = pay(page)
  const panel = parts.panel(matched.number)
  await expect(parts.details(matched.number)).toHaveAttribute('aria-expanded', 'true')
  await expect(parts.details(other.number)).toHaveAttribute('aria-expanded', 'false')
  await expect(panel.getByRole('list')).toContainText('$120.50')
  await expect(panel.getByRole('definition')).toHaveText(['$120.50', '-$20.50', '$100.00'])
  await expect(panel.getByRole('link', { name: 'Ask about this invoice' })).toHaveAttribute(
    'href',
    new RegExp(matched.number),
  )
  await expectAccessibleOnAllScreens(page, 'what is on an invoice', panel)

  const pdf = await downloadFrom(page, () =>
    panel.getByRole('button', { name: 'Download PDF' }).click(),
  )
  expect(pdf.name).toBe(`invoice-${matched.number}.pdf`)
  expect(pdf.text).toMatch(/^%PDF-/)
  const csv = await downloadFrom(page, () =>
    page.getByRole('button', { name: 'Download statement as CSV' }).click(),
  )
  expect(csv.name).toMatch(/^statement-juniper-hall-\d+-\d{4}-\d\d-\d\d\.csv$/)
  expect(csv.text).toContain(other.number)

  await test.step('a failure can be retried, and expired results can be searched again', async () => {
    const failWith = (status: number, code: string) =>
      page.route(DETAILS_PATH, (route) =>
        route.fulfill({ status, json: { error: 'Not right now.', code } }),
      )
    const otherPanel = parts.panel(other.number)
    await failWith(502, 'invoice_details_failed')
    await parts.details(other.number).click()
    await expect(otherPanel).toContainText('Not right now.')
    await page.unroute(DETAILS_PATH)
    await failWith(404, 'invoice_not_found')
    await otherPanel.getByRole('button', { name: 'Try again' }).click()
    await expect(otherPanel).toContainText('These results have expired. Search again.')
    await page.unroute(DETAILS_PATH)
    await otherPanel.getByRole('button', { name: 'Search again' }).click()
    await expect(otherPanel).toBeHidden()
    await expect(panel.getByRole('list')).toContainText('$120.50')
  })
})

test('shows the payment history, which only its buttons close', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|status of 404/)
  const customer = await addCustomer(desk, 100, 200, 300)
  const [first, second, unpaid] = customer.invoices
  if (!first || !second || !unpaid) throw new Error('Expected three invoices')
  const note = { PrivateNote: 'Stripe payment (ID: pi_3Journey)' }
  await customer.addPayment(note, [first, 40], [second, 60])
  await expectBalance(desk, first, 60)
  await openInvoice(page, unpaid)
  const parts = pay(page)
  await parts.history(unpaid.number).click()
  await expect(parts.dialog).toContainText('No payment history found')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(parts.dialog).toBeVisible()
  await parts.dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(parts.dialog).toBeHidden()
  await expect(parts.history(unpaid.number)).toBeFocused()

  await expect(parts.row(first.number)).toContainText('$40.00')
  await parts.history(first.number).click()
  await expect(parts.dialog).toHaveAccessibleName(`Payment History - Invoice #${first.number}`)
  await expect(parts.dialog).toContainText('CREDIT CARD')
  await expect(parts.dialog).toContainText('Payment ID: pi_3Journey')
  await expect(parts.dialog).toContainText(
    'Part of a $100.00 payment for several invoices; $40.00 applied to this invoice.',
  )
  await parts.dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(parts.dialog).toBeHidden()

  await page.route(HISTORY_PATH, (route) => route.abort())
  await parts.history(second.number).click()
  await expect(parts.dialog).toContainText('Failed to load payment history')
  await page.unroute(HISTORY_PATH)
  const expired = { error: 'Not found.', code: 'invoice_not_found' }
  await page.route(HISTORY_PATH, (route) => route.fulfill({ status: 404, json: expired }))
  await parts.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(parts.dialog).toContainText('These results have expired. Search again.')
  await parts.dialog.getByRole('button', { name: 'Search again' }).click()
  await expect(parts.dialog).toBeHidden()
  await expect(parts.row(second.number)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
