// Approving an invoice and adding its bill to QuickBooks, voiding that bill after a rejection, and a similar bill.
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { addBookedContractor } from '../support/approval.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('adds the bill, asks to void it after a rejection, and asks about similar bills', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const invoiceNumber = `A-${Date.now()}`
  const taskId = await addBill(desk, person, { invoiceNumber, file: samplePdf(invoiceNumber) })
  // Links copied from a spreadsheet can look like this.
  await signIn(page, STAFF, `/approve-invoice?TASK_ID=%EF%BB%BF${taskId}`)
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByText('Bill created in QuickBooks successfully')).toBeVisible()
  await expect(page.getByText('Exact Match in QuickBooks')).toBeVisible()
  await expect(page.getByText(`${STAFF.email} approved the invoice`)).toBeVisible()

  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const note = `A bill for this invoice is in QuickBooks (${invoiceNumber}, $1,250.50).`
  await expect(page.getByText(note)).toBeVisible()
  await page.getByRole('textbox', { name: 'Reason for rejection' }).fill('Sent twice.')
  await page.getByRole('button', { name: 'Confirm Rejection' }).click()
  await expect(page.getByText('its bill is still in QuickBooks')).toBeVisible()
  await page.getByRole('button', { name: `Mark as voided: ${invoiceNumber}` }).click()
  await expect(page.getByText('Bill marked as voided.')).toBeVisible()

  // Submitted again with another amount while the first bill is still in QuickBooks.
  const corrected = await addBill(desk, person, { invoiceNumber, amount: '1300.00' })
  await page.goto(`/approve-invoice?taskId=${corrected}`)
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  const question = page.getByRole('group', { name: 'Add this bill too?' })
  await expect(question).toContainText(`QuickBooks already has bill ${invoiceNumber} for $1,250.50`)
  await question.getByRole('button', { name: 'Add this bill too' }).click()
  await expect(page.getByText('Status: approved')).toBeVisible()
  await expect(page.getByText('Exact Match in QuickBooks')).toBeVisible()
})
