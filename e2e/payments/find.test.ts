// A customer finds an invoice, reads it and what was paid on it, and takes the files along.
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import type { Page } from '@playwright/test'
import { addCustomer, expectBalance, pay, ZIP } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

/** Clicks and returns the name of the file and how it begins. */
const downloadFrom = async (page: Page, click: () => Promise<void>) => {
  const started = page.waitForEvent('download')
  await click()
  const download = await started
  const chunks = await (await download.createReadStream()).toArray()
  return { name: download.suggestedFilename(), text: Buffer.concat(chunks).toString('latin1') }
}

test('finds an invoice after many misses and a human check, with its details, files and history', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 40[34]/)
  const customer = await addCustomer(desk, 120.5, 80)
  const [matched, other] = customer.invoices
  if (!matched || !other) throw new Error('Expected two invoices')
  const note = { PrivateNote: 'Stripe payment (ID: pi_3Journey)' }
  await customer.addPayment(note, [matched, 20.5], [other, 30])
  await expectBalance(desk, matched, 100)
  for (let miss = 1; miss < 5; miss += 1) {
    const data = { invoiceNumber: `none-${miss}`, date: '2026-01-02' }
    expect((await page.request.post('/api/qbo/search-invoice', { data })).status()).toBe(404)
  }
  await page.goto(payPath({ number: matched.number, date: '2020-01-01' }))
  const parts = pay(page)
  await expect(parts.alert).toContainText("We couldn't find an invoice with this number and date.")
  const checked = page.waitForRequest((request) =>
    /"captchaToken":"./.test(request.postData() ?? ''),
  )
  await parts.date.fill(matched.date)
  await page.keyboard.press('Enter')
  await checked
  await expect(parts.row(matched.number)).toBeVisible()

  const panel = parts.panel(matched.number)
  await panel.getByRole('textbox', { name: 'Billing ZIP code' }).fill(ZIP)
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('list')).toContainText('$120.50')
  await expect(panel.getByRole('definition')).toHaveText(['$120.50', '-$20.50', '$100.00'])
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

  await parts.history(matched.number).click()
  await expect(parts.dialog).toContainText('CREDIT CARD')
  await expect(parts.dialog).toContainText('Payment ID: pi_3Journey')
  await expect(parts.dialog).toContainText(
    'Part of a $50.50 payment for several invoices; $20.50 applied to this invoice.',
  )
})
