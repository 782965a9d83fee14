// An administrator adds an approval rule, and two people approve an invoice one after the other.
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { invoicePdf } from '../../scripts/samples/invoice-pdf.ts'
import { addBookedContractor } from '../support/approval.ts'
import { asStaff } from '../support/contractor.ts'
import { ADMIN, STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('needs two people for an invoice that a rule applies to', async ({ page, desk }) => {
  await connectQuickBooks(desk)
  const person = await addBookedContractor(desk)
  const invoiceNumber = `RULE${Date.now()}`
  const document = { vendor: person.vendor, number: invoiceNumber, amountCents: 71_000 }
  const file = invoicePdf(document, '2026-11-02', '2026-12-02')
  const taskId = await addBill(desk, person, { invoiceNumber, amount: '7100.00', file })
  const name = `Large ${invoiceNumber}`

  await signIn(page, ADMIN, '/approval-rules')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const form = page.getByRole('form', { name: 'New rule' })
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('spinbutton', { name: 'Amount from' }).fill('7000')
  await form.getByRole('combobox', { name: 'Vendors' }).fill(person.vendor)
  await form.getByRole('combobox', { name: 'Vendors' }).press('Enter')
  await form.getByRole('checkbox', { name: 'Amount not found in the document' }).check()
  await expect(form.getByRole('link', { name: invoiceNumber })).toBeVisible()
  await form.getByRole('checkbox', { name: ADMIN.email }).check()
  await form.getByRole('button', { name: 'Add a step' }).click()
  const second = form.getByRole('group', { name: 'Step 2' })
  await second.getByRole('checkbox', { name: STAFF.email }).check()
  // The browser's own question about leaving, then the tab's kept input.
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText('We kept what you entered.')).toBeVisible()
  await form.getByRole('button', { name: 'Save rule' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(`${ADMIN.email}, then ${STAFF.email}`)

  // The bill is added with the last approval, so not with this one.
  const approvals = page.getByRole('region', { name: /approvals$/ })
  await page.goto(`/approve-invoice?taskId=${taskId}`)
  await expect(approvals).toContainText(`Waiting for ${ADMIN.email}`)
  await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
  await expect(page.getByText('Your approval was recorded: 1 of 2 approvals')).toBeVisible()
  await expect(approvals).toContainText("You've already approved this invoice.")
  await expect(page.getByText('Not Found in QuickBooks')).toBeVisible()

  await asStaff(desk, 'POST', '/api/cup/approve-invoice', { taskId, action: 'approve' })
  await page.reload()
  await expect(approvals).toContainText(`${STAFF.email} approved`)
  await expect(page.getByText('Status: Approved')).toBeVisible()
  await expect(page.getByText("The document's total is $710.00.")).toBeVisible()

  await page.goto('/approval-rules')
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText(`"${name}" was deleted`)).toBeVisible()
})
