// Working through the queue with the keyboard: approving and rejecting, each followed by the next invoice.
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { addBookedContractor } from '../support/approval.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('approves and rejects by keyboard, and goes on with the next invoice', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const start = Date.now()
  const add = (letter: string) => addBill(desk, person, { invoiceNumber: `${letter}-${start}` })
  const [first, second, third] = [await add('Q'), await add('R'), await add('S')]
  await signIn(page, STAFF, `/approve-invoice?taskId=${first}`)
  await page.getByRole('checkbox', { name: 'Go to the next invoice after deciding' }).check()
  // Keys count once the approver can have seen the invoice.
  const approve = page.getByRole('button', { name: 'Approve & Add to QB' })
  await expect(approve).toHaveAttribute('aria-keyshortcuts', 'A')
  await expect(approve).toBeEnabled()
  await page.getByRole('heading', { level: 1 }).press('a')
  await expect(page.getByText('Bill created in QuickBooks successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(second))
  await expect(page.getByRole('status').filter({ hasText: `R-${start}` })).toBeAttached()

  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: 'Reason for rejection' })).toBeFocused()
  await page.keyboard.type('Not ours.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Task rejected successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(third))
})
