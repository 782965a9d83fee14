// Balances that are old, have changed, or can't be read.
import { expectAccessible } from '../support/accessible.ts'
import {
  BALANCE_CHANGED,
  STUBBED_PATH,
  stubInvoices,
  stubPayment,
} from '../support/invoice-stubs.ts'
import { fillAll, pay } from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test('says how old the amounts are while they can’t be checked', async ({ page }) => {
  await stubInvoices(page, '2026-11-16T14:05:00.000Z')
  await page.goto(STUBBED_PATH)
  const parts = pay(page)
  const notice =
    /Amounts are as of November 16 at .+\. We can't check for newer payments right now\./
  await expect(page.getByText(notice)).toBeVisible()
  await parts.history('1008').click()
  await expect(parts.dialog.getByText(notice)).toBeVisible()
  await expect(page.getByText('QuickBooks')).toHaveCount(0)
  await expectAccessible(page)
})

test('corrects a balance that changed, and keeps everything else that was entered', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of (409|503)/)
  await stubInvoices(page)
  await page.goto(STUBBED_PATH)
  const parts = pay(page)
  await parts.select('1010').check()
  await parts.amount('1010').fill('20')
  await fillAll(page)
  await stubPayment(page, 409, BALANCE_CHANGED)
  await parts.pay.click()
  await expect(parts.row('1008')).toContainText(BALANCE_CHANGED.error)
  await expect(parts.row('1008').getByText('$340.00', { exact: true })).toBeVisible()
  await expect(parts.amount('1008')).toBeFocused()
  await expect(parts.amount('1008')).toHaveValue('340.00')
  await expect(parts.amount('1008')).toHaveAccessibleDescription(BALANCE_CHANGED.error)
  await expect(parts.amount('1010')).toHaveValue('20.00')
  await expect(parts.customer).toContainText('$1,176.50')
  await expectAccessible(page)

  await test.step('a balance that can’t be read is explained, and nothing is lost', async () => {
    const error = "We can't check the balance of this invoice right now."
    await stubPayment(page, 503, { error, code: 'balance_unavailable' })
    await parts.pay.click()
    await expect(parts.alert).toContainText(error)
    await expect(parts.row('1008')).not.toContainText(BALANCE_CHANGED.error)
    await expect(parts.company).toHaveValue('Juniper Hall')
    await expect(parts.consent).toBeChecked()
    await expect(parts.pay).toHaveText('Pay $360.00')
    await expect(parts.pay).toBeEnabled()
  })
})
