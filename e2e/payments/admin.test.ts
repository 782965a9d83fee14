// Staff resolve a payment that needs review, check and find it, and reconcile.
import { readFile } from 'node:fs/promises'
import { payments, payOne } from '../support/payments-admin.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('staff open a refund from its email, resolve and check it, find it, and reconcile', async ({
  page,
  desk,
}) => {
  const { customer, invoice, attempt } = await payOne(desk, 60)
  await desk.ask('POST', `/stripe/payments/${attempt.providerId}/refund`, { amount: 1_500 })
  let link = ''
  await expect
    .poll(async () => {
      const mails = await desk.mails()
      link = mails.flatMap(({ links }) => links).find((each) => each.includes(attempt.id)) ?? ''
      return link
    })
    .not.toBe('')
  const { pathname, search } = new URL(link)
  await signIn(page, STAFF, pathname + search)

  const { reconciliation, reconcileNow, dialog, row, search: field } = payments(page)
  await expect(dialog).toContainText('$15.00 was refunded at the provider.')
  await expect(dialog).toContainText(attempt.providerId)
  await expect(dialog).toContainText(attempt.qboPaymentId)
  await expect(dialog.getByRole('listitem').last()).toContainText('started the payment')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await dialog.getByLabel('What did you do?').fill('Entered a refund receipt.')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog.getByRole('heading', { name: 'Needs review' })).toBeHidden()
  await expect(dialog.getByRole('listitem').first()).toContainText('Entered a refund receipt.')
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Checked. Nothing has changed.')).toBeVisible()
  await expect(dialog.getByRole('listitem').first()).toContainText(
    `${STAFF.email} checked the payment`,
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/payments/admin')

  await field.fill(invoice.number)
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('$60.00 received')
  await expect(row(customer.name)).toContainText('Paid and recorded')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    expect.stringContaining(`,${invoice.number},60.00,`),
  ])

  const second = { PrivateNote: `Stripe payment (ID: ${attempt.providerId})`, TotalAmt: 60 }
  await customer.addPayment(second)
  await reconcileNow.click()
  await expect(reconciliation).toContainText(/\d+ differences?/)
  const twice = reconciliation
    .getByRole('listitem')
    .filter({ hasText: attempt.providerId })
    .filter({ hasText: 'Recorded twice' })
  await twice.getByRole('link', { name: /^View payment/ }).click()
  await expect(dialog).toContainText(invoice.number)
})
