// Staff request changes, and the contractor corrects the invoice from the email.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import { decide, expectSentForApproval, mailTo, portal } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('an invoice goes back to its contractor, is corrected, and returns', async ({
  page,
  desk,
}) => {
  await connectQuickBooks(desk)
  const person = await addContractor(desk)
  const bill = { amount: '120', invoiceNumber: 'FIX-ME', file: samplePdf(person.email) }
  const id = await addBill(desk, person, bill)
  await expectSentForApproval(desk, id)
  const parts = portal(page)
  const task = `/approve-invoice?taskId=${id}`

  await test.step('staff say what needs to change', async () => {
    await signIn(page, STAFF, task)
    await page.getByRole('button', { name: 'Request changes' }).click()
    const message = page.getByRole('textbox', { name: 'What needs to change?' })
    await message.fill('We agreed on $95.')
    await page.getByRole('button', { name: 'Send request' }).click()
    await expect(page.getByText('Status: Changes requested')).toBeVisible()
    await expect(
      page.getByText(`${STAFF.email} requested changes: We agreed on $95.`),
    ).toBeVisible()
  })

  await test.step('the email leads to the form, after verification', async () => {
    const mail = await mailTo(desk, person.email, 'FIX-ME needs changes')
    expect(mail.text).toContain('We agreed on $95.')
    await page.goto(mail.links.find((link) => link.includes('?bill=')) ?? '')
    await parts.email.fill(person.email)
    await parts.go.click()
    await expect(parts.sent).toBeVisible()
    await page.goto(linkIn(await mailTo(desk, person.email)))
    const form = page.getByRole('form', { name: 'Correct and resubmit' })
    await expect(form).toContainText('We agreed on $95.')
    await expect(form).toContainText('invoice.pdf')
    await expect(parts.amount).toHaveValue('120.00')
    await parts.cancel.click()
    await expect(page).toHaveURL('/submit-invoice')
    await expect(parts.table('Changes requested')).toContainText('We agreed on $95.')
  })

  await test.step('the corrected invoice returns to the approvers', async () => {
    await page.getByRole('link', { name: 'Correct and resubmit: FIX-ME' }).click()
    await parts.amount.fill('95')
    await page.getByRole('button', { name: 'Resubmit Invoice' }).click()
    await expect(parts.toast).toHaveText('Invoice resubmitted successfully!')
    await expect(parts.row('FIX-ME')).toContainText('$95.00')
    await expect(parts.table('Changes requested')).toHaveCount(0)
    await expectSentForApproval(desk, id)
    await page.goto(task)
    await expect(page.getByText('was $120.00')).toBeVisible()
    await expect(page.getByText('Before: amount $120.00.')).toBeVisible()
    await expect(page.getByRole('link', { name: /^invoice\.pdf/ })).toBeVisible()
  })

  await test.step('a rejected invoice can be submitted again with its file', async () => {
    await decide(desk, id, { action: 'reject', message: 'Not our order.' })
    await page.goto('/submit-invoice')
    await page.getByRole('link', { name: 'Submit again: FIX-ME' }).click()
    await expect(page.getByRole('form', { name: 'Submit again' })).toContainText('Not our order.')
    await parts.submit.click()
    await expect(parts.toast).toHaveText('Invoice submitted successfully!')
    await expect(parts.row('FIX-ME')).toHaveCount(2)
    await expect(page.getByRole('link', { name: /^View Invoice FIX-ME/ })).toHaveCount(2)
  })
})
