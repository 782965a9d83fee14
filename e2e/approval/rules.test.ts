// An administrator adds an approval rule, and two people approve an invoice one after the other.
import { addBill } from '@invoice-desk/testing/contractor/contractors'
import { invoicePdf } from '../../scripts/samples/invoice-pdf.ts'
import { expectAccessible, expectFitsSmallScreens } from '../support/accessible.ts'
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
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(form.getByText('Choose at least one person.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('spinbutton', { name: 'Amount from' }).fill('7000')
  await form.getByRole('combobox', { name: 'Vendors' }).fill(person.vendor)
  await form.getByRole('combobox', { name: 'Vendors' }).press('Enter')
  await form.getByRole('checkbox', { name: 'Amount not found in the document' }).check()
  await expect(form.getByRole('link', { name: invoiceNumber })).toBeVisible()
  await form.getByRole('checkbox', { name: ADMIN.email }).check()
  await form.getByRole('button', { name: 'Add a step' }).click()
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText('We kept what you entered.')).toBeVisible()
  const second = form.getByRole('group', { name: 'Step 2' })
  await expect(second.getByRole('checkbox', { name: ADMIN.email })).toBeDisabled()
  await second.getByRole('checkbox', { name: STAFF.email }).check()
  await expectAccessible(page)
  await expectFitsSmallScreens(page)
  await form.getByRole('button', { name: 'Save rule' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(`${ADMIN.email}, then ${STAFF.email}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // The bill is added with the last approval, so not with this one.
  const task = `/approve-invoice?taskId=${taskId}`
  const approvals = page.getByRole('region', { name: /approvals$/ })
  const add = page.getByRole('button', { name: 'Approve & Add to QB' })
  await page.goto(task)
  await expect(approvals).toContainText(`Waiting for ${ADMIN.email}`)
  await expect(approvals).toContainText(`Then ${STAFF.email}`)
  await add.click()
  await expect(page.getByText('Your approval was recorded: 1 of 2 approvals')).toBeVisible()
  await page.goto(task)
  await expect(approvals).toContainText("You've already approved this invoice.")
  await expect(page.getByText('Not Found in QuickBooks')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject' })).toBeVisible()
  await expect(add).toHaveCount(0)
  await expectAccessible(page)

  await asStaff(desk, 'POST', '/api/cup/approve-invoice', { taskId, action: 'approve' })
  await page.reload()
  await expect(approvals).toContainText(`${STAFF.email} approved`)
  await expect(page.getByText('Status: Approved')).toBeVisible()
  await expect(
    page.getByText(
      "We couldn't find this amount in the document. The document's total is $710.00.",
    ),
  ).toBeVisible()
  await expect(page.getByText('The document says Dec 2, 2026')).toBeVisible()
  await expect(page.getByTitle('Matches the document')).toHaveCount(1)

  await page.goto('/approval-rules')
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(`Mine ${name}`)
  const other = await page.context().newPage()
  await other.goto('/approval-rules')
  await other.getByRole('button', { name: `Delete ${name}` }).click()
  await other.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(other.getByText(`"${name}" was deleted`)).toBeVisible()
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText('Someone else deleted this rule')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(`Mine ${name}`)
  await form.getByRole('button', { name: 'Cancel' }).click()
})
