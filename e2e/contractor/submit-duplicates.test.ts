// A bill that was here before: refused, or asked about.
import { randomBytes } from 'node:crypto'
import { addBill, addContractor } from '@invoice-desk/testing/contractor'
import { samplePdf } from '@invoice-desk/testing/sample-files'
import { fillBill, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { expectKept, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test.describe('a duplicate', () => {
  test('of an open bill is refused with its date and status', async ({ page, desk }) => {
    const person = await addContractor(desk)
    await addBill(desk, person, { amount: '1250.50', invoiceNumber: 'TWICE' })
    await openPortal(page, desk, person)
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'twice' })
    await portal(page).submit.click()
    await expect(portal(page).form).toContainText(
      /Invoice TWICE for \$1,250\.50 was already submitted on \w{3} \d+, \d{4}\. Its status is (Received|Sent for Approval)\./,
    )
    await expect(portal(page).number).toBeFocused()
    await expectKept(page, 'twice')
  })

  test('that is only similar is asked about, and submitted once confirmed', async ({
    page,
    desk,
  }) => {
    const person = await addContractor(desk)
    await addBill(desk, person, { amount: '10', invoiceNumber: 'ALIKE' })
    await openPortal(page, desk, person)
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'ALIKE' })
    const { submit, bills } = portal(page)
    await submit.click()
    const dialog = page.getByRole('dialog', { name: 'Is this another invoice?' })
    await expect(dialog).toContainText('ALIKE')
    await expect(dialog).toContainText('$10.00')
    await expect(dialog).toContainText('The same invoice number')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectKept(page, 'ALIKE')
    await expect(submit).toBeFocused()
    await submit.click()
    await dialog.getByRole('button', { name: 'Yes, Submit It' }).click()
    await expect(bills).toContainText('Total $1,260.50 · 2 bills')
  })

  test('by its file is noticed though the number differs', async ({ page, desk }) => {
    const person = await addContractor(desk)
    const buffer = samplePdf(randomBytes(8).toString('hex'))
    await addBill(desk, person, { invoiceNumber: 'FIRST', file: buffer })
    await openPortal(page, desk, person)
    await openForm(page)
    await fillBill(page, { invoiceNumber: 'SECOND' })
    await portal(page).file.setInputFiles(pdf('again.pdf', buffer))
    await portal(page).submit.click()
    await expect(page.getByRole('dialog')).toContainText('The same file')
  })
})
