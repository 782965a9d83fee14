// Repeated bills are refused, and similar ones need a confirmation.
import { randomBytes } from 'node:crypto'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { fillBill, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test('a repeated bill is refused, and a similar one is submitted after confirmation', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const buffer = samplePdf(randomBytes(8).toString('hex'))
  await addBill(desk, person, { amount: '1250.50', invoiceNumber: 'TWICE', file: buffer })
  await openPortal(page, desk, person)
  await openForm(page)
  const { form, amount, number, file, submit, bills } = portal(page)
  const dialog = page.getByRole('dialog', { name: 'Is this a different invoice?' })

  await fillBill(page, { amount: '1250.50', invoiceNumber: 'twice' })
  await submit.click()
  await expect(form).toContainText(
    /Invoice TWICE for \$1,250\.50 was already submitted on \w{3} \d+, \d{4}\. Its status is (Received|Sent for Approval)\./,
  )
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('twice')
  await expect(amount).toHaveValue('1250.50')

  await amount.fill('10')
  await submit.click()
  await expect(dialog).toContainText('TWICE')
  await expect(dialog).toContainText('$1,250.50')
  await expect(dialog).toContainText('The same invoice number')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(submit).toBeFocused()
  await expect(amount).toHaveValue('10')
  await expect(number).toHaveValue('twice')

  await number.fill('OTHER')
  await file.setInputFiles(pdf('again.pdf', buffer))
  await submit.click()
  await expect(dialog).toContainText('The same file')
  await dialog.getByRole('button', { name: 'Yes, Submit It' }).click()
  await expect(bills).toContainText('Total $1,260.50 · 2 bills')
})
