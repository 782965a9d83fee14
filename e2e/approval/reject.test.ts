// Approving without QuickBooks, marking as paid, and rejecting with a reason.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { expectAccessible } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('approves without a bill account, marks the invoice as paid, and undoes it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|Failed to load resource/)
  await connectQuickBooks(desk)
  const person = await addContractor(desk)
  const taskId = await addBill(desk, person)
  await signIn(page, STAFF, `/approve-invoice?taskId=${taskId}`)
  // Stays until the page has reloaded its data. Ending it earlier could hold those requests.
  const unknownVendor = { json: { success: false } }
  await page.route('**/api/cup/check-vendor', (route) => route.fulfill(unknownVendor))
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByRole('main').getByText('Vendor mapping not found')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.unroute('**/api/cup/check-vendor')
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const noAccount = page.getByText(`The vendor mapping for ${person.email} has no bill account.`)
  await expect(noAccount.first()).toBeVisible()
  await expect(page.getByText(/^Status: (received|sent for approval)$/i)).toBeVisible()
  await page.getByRole('link', { name: 'Choose a bill account' }).click()
  const form = page.getByRole('form', { name: 'Edit vendor mapping' })
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email)
  await expect(
    page.getByRole('row').filter({ hasText: person.email }).getByText('No bill account'),
  ).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Approve & Skip QB' }).click()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to QuickBooks' })).toBeVisible()

  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Check 1042')
  await page.getByLabel('Date paid').fill('2999-01-01')
  await note.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText("The payment date can't be in the future.")).toBeVisible()
  await expect(page.getByLabel('Date paid')).toBeFocused()
  await page.getByLabel('Date paid').fill('2026-03-11')
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByRole('heading', { name: 'Paid on Mar 11, 2026' })).toBeFocused()
  await expect(page.getByText('Status: paid')).toBeVisible()
  await expect(page.getByText('marked the invoice as paid on Mar 11, 2026')).toBeVisible()
  await expect(page.getByText('Check 1042')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as not paid' }).click()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment' })).toBeFocused()
})

test('rejects only with a reason, and keeps the reason until then', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  await connectQuickBooks(desk)
  const taskId = await addBill(desk, await addContractor(desk))
  await signIn(page, STAFF, `/approve-invoice?taskId=${taskId}`)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const reason = page.getByRole('textbox', { name: 'Reason for rejection' })
  await expect(reason).toBeFocused()
  const confirm = page.getByRole('button', { name: 'Confirm Rejection' })
  await expect(confirm).toBeDisabled()
  await reason.blur()
  await expect(page.getByText('Please provide a reason for rejection')).toBeVisible()
  await reason.fill('The hours do not add up.')
  await expectAccessible(page)
  await page.route('**/api/cup/approve-invoice', (route) => route.abort(), { times: 1 })
  await confirm.click()
  await expect(page.getByText('Failed to reject task').first()).toBeVisible()
  await expect(reason).toHaveValue('The hours do not add up.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/approve-invoice')
  await page.goBack()
  await expect(reason).toHaveValue('The hours do not add up.')
  await confirm.click()
  await expect(page.getByText('Task rejected successfully')).toBeVisible()
  await expect(page.getByText('Reason for rejection: The hours do not add up.')).toBeVisible()
  await expect(page.getByText('Status: rejected')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Approve|Reject|Add)/ })).toHaveText(['Approve'])

  const action = { taskId, action: 'approve', postLater: true }
  await asStaff(desk, 'POST', '/api/cup/approve-invoice', action)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText("The bill wasn't added to QuickBooks.")).toBeVisible()
  }).toPass()
  await expect(page.getByText('has no bill account. Choose one').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to QuickBooks' })).toBeVisible()
})
