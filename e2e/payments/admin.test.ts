// Staff find a payment, resolve one that needs review, and reconcile.
import { readFile } from 'node:fs/promises'
import { holdRequests } from '../support/hold.ts'
import { payments, payOne } from '../support/payments-admin.ts'
import { STAFF } from '../support/people.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('staff find a payment, open it and check it now', async ({ page, desk }) => {
  const { customer, invoice, attempt } = await payOne(desk, 120.5)
  await signIn(page, STAFF)
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Payments', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()

  const parts = payments(page)
  await parts.search.fill(invoice.number)
  await expect(parts.row(customer.name)).toContainText('$120.50')
  await expect(parts.row(customer.name)).toContainText('Paid and recorded')
  await parts.filter('Received').click()
  await page.getByRole('button', { name: 'This month' }).click()
  await parts.filter('Method').click()
  await page.getByRole('checkbox', { name: 'Credit Card' }).check()
  await expect(page).toHaveURL(/search=.*&method=stripe&received=this-month$/)
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('$120.50 received')
  await parts.filter('Progress').click()
  await page.getByRole('button', { name: 'In progress', exact: true }).click()
  await expect(page.getByText('No payments match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Progress: in progress' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv.trim().split('\r\n').slice(1)).toEqual([
    expect.stringContaining(`,${invoice.number},120.50,`),
  ])

  await parts.details(customer.name).click()
  await expect(page).toHaveURL(new RegExp(`attempt=${attempt.id}`))
  await expect(parts.dialog).toContainText(attempt.providerId)
  await expect(parts.dialog).toContainText(attempt.qboPaymentId)
  await expect(parts.dialog.getByRole('row').filter({ hasText: invoice.number })).toContainText(
    '$0.00',
  )
  await expect(parts.dialog.getByRole('listitem').last()).toContainText('started the payment')
  await expect(parts.dialog.getByRole('link', { name: 'Receipt' })).toHaveAttribute(
    'href',
    /\/api\/payments\/receipt\?payment=/,
  )
  await parts.dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Checked. Nothing has changed.')).toBeVisible()
  await expect(parts.dialog.getByRole('listitem').first()).toContainText(
    `${STAFF.email} checked the payment`,
  )
  await page.route('**/api/payments/admin/attempt/check', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), unanswered: 'Stripe' } })
  })
  await parts.dialog.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText("Stripe isn't responding")).toBeVisible()

  await page.goBack()
  await expect(parts.dialog).toBeHidden()
  await parts.details(customer.name).click()
  await expect(parts.dialog).toContainText(attempt.providerId)
  await page.keyboard.press('Escape')
  await expect(parts.dialog).toBeHidden()
  await expect(parts.details(customer.name)).toBeFocused()
})

test('staff open a refund from its email, resolve it, and reconcile', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
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
  await page.route('**/api/payments/admin/attempts?*', (route) => route.abort())
  await signIn(page, STAFF, pathname + search)

  const { reconciliation, reconcileNow, dialog, row, view } = payments(page)
  await expect(dialog).toContainText('$15.00 was refunded at the provider.')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog.getByLabel('What did you do?')).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Mark as resolved' })).toBeDisabled()
  await dialog.getByLabel('What did you do?').fill('Entered a refund receipt.')
  await page.reload()
  await expect(dialog.getByLabel('What did you do?')).toHaveValue('Entered a refund receipt.')
  await dialog.getByRole('button', { name: 'Mark as resolved' }).click()
  await expect(dialog.getByRole('heading', { name: 'Needs review' })).toBeHidden()
  await expect(dialog.getByRole('listitem').first()).toContainText('Entered a refund receipt.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL('/payments/admin')

  await test.step('the list shows an error when it fails to load, and can be retried', async () => {
    await expect(page.getByText("We can't reach the server.").first()).toBeVisible()
    await page.unroute('**/api/payments/admin/attempts?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(row(customer.name)).toBeVisible()
    await view('Needs review').click()
    await expect(view('Needs review')).toHaveAttribute('aria-current', 'page')
    await expect(row(customer.name)).toBeHidden()
  })

  const second = { PrivateNote: `Stripe payment (ID: ${attempt.providerId})`, TotalAmt: 60 }
  await customer.addPayment(second)
  const release = await holdRequests(page, '**/api/payments/admin/reconcile')
  await reconcileNow.click()
  await expect(page.getByRole('button', { name: 'Reconciling...' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await expect(reconciliation).toContainText('it continues if you leave this page')
  await expect(page.getByRole('status').filter({ hasText: "We're comparing" })).toBeVisible()
  release()
  await expect(reconciliation).toContainText(/\d+ differences?/)
  const twice = reconciliation
    .getByRole('listitem')
    .filter({ hasText: attempt.providerId })
    .filter({ hasText: 'Recorded twice' })
  await twice.getByRole('link', { name: /^View payment/ }).click()
  await expect(dialog).toContainText(invoice.number)
})
