// Deciding several pending invoices at once, each on its own.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { addBookedContractor } from '../support/approval.ts'
import { asStaff } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('approves several invoices with their bills, and rejects the one with a warning', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const name = `BULK${Date.now()}`
  const add = (suffix: string, amount: string) => {
    const invoiceNumber = `${name}-${suffix}`
    return addBill(desk, person, { invoiceNumber, amount, confirmDuplicate: 'true' })
  }
  const approved = [await add('one', '100.00'), await add('two', '50.00')]
  const again = await add('one', '100.50')
  const readTask = (taskId: string) =>
    asStaff<Task>(desk, 'POST', '/api/cup/approve-invoice', { taskId, action: 'fetch' })

  await signIn(page, STAFF, '/approve-invoice')
  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await expect(page.getByText('3 pending invoices', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all invoices in the list' }).check()
  const bar = page.getByRole('region', { name: 'Selected invoices' })
  await bar.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toContainText('has the same invoice number.')
  await dialog.getByRole('button', { name: 'Approve 2 invoices' }).click()
  await expect(page.getByText('2 invoices approved.')).toBeVisible()
  for (const id of approved)
    expect(await readTask(id)).toMatchObject({
      status: { name: 'approved' },
      posting: { state: 'created' },
    })

  await expect(bar).toContainText('1 invoice, $100.50')
  await bar.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('textbox', { name: 'Reason for rejection' }).fill('Sent twice.')
  await dialog.getByRole('button', { name: 'Reject 1 invoice' }).click()
  await expect(page.getByText('No pending invoices match.')).toBeVisible()
  expect((await readTask(again)).details.rejectReason).toBe('Sent twice.')
})
