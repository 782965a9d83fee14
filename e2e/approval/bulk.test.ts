// Deciding several pending invoices at once: warnings first, each on its own, failures stay selected.
import type { Task } from '@invoice-desk/contract/approval'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { expectAccessible, expectFitsSmallScreens } from '../support/accessible.ts'
import { addBookedContractor } from '../support/approval.ts'
import { asStaff } from '../support/contractor.ts'
import type { Desk } from '../support/desk.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const readTask = (desk: Desk, taskId: string) =>
  asStaff<Task>(desk, 'POST', '/api/cup/approve-invoice', { taskId, action: 'fetch' })

test('approves and rejects several invoices, naming those with a warning first', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/422/)
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const unbooked = await addContractor(desk)
  const name = `BULK${Date.now()}`
  const add = (suffix: string, amount: string, by = person) => {
    const invoiceNumber = `${name}-${suffix}`
    return addBill(desk, by, { invoiceNumber, amount, confirmDuplicate: 'true' })
  }
  const good = await add('good', '100.00')
  const refused = await add('refused', '200.00')
  const again = await add('good', '100.50')
  await add('unbooked', '300.00', unbooked)

  await signIn(page, STAFF, '/approve-invoice')
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect(page.getByText('4 pending invoices', { exact: true })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Selected invoices' })
  await expect(bar).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select all invoices in the list' }).check()
  await expect(bar).toContainText('4 invoices, $700.50')
  await expectFitsSmallScreens(page)

  // QuickBooks refuses one of them.
  await page.route('**/api/qbo/bill', (route) => {
    const isRefused = route.request().postDataJSON().taskId === refused
    if (!isRefused) return route.continue()
    const error = 'QuickBooks refused the bill: the period is closed.'
    return route.fulfill({ status: 422, json: { error, code: 'qbo_bill_refused' } })
  })
  await bar.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve & Add to QB' })
  const entry = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
  await expect(entry('$100.50')).toContainText('has the same invoice number.')
  await expect(entry('$300.00')).toContainText('has no bill account.')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Approve 2 invoices' }).click()

  await expect(dialog.getByRole('alert')).toHaveText(
    '1 of 2 invoices approved. These failed and are still selected:',
  )
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(entry(`${name}-refused`)).toContainText('the period is closed.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toContainText('3 invoices, $600.50')
  expect(await readTask(desk, good)).toMatchObject({
    status: { name: 'approved' },
    posting: { state: 'created' },
  })

  await bar.getByRole('button', { name: 'Reject' }).click()
  const rejection = page.getByRole('dialog', { name: 'Reject' })
  const confirm = rejection.getByRole('button', { name: 'Reject 3 invoices' })
  await expect(confirm).toBeDisabled()
  await rejection.getByRole('textbox', { name: 'Reason for rejection' }).fill('Sent twice.')
  await confirm.click()
  await expect(page.getByText('3 invoices rejected.')).toBeVisible()
  await expect(page.getByText('No pending invoices match.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect((await readTask(desk, again)).details.rejectReason).toBe('Sent twice.')
})
