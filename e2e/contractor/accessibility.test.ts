// Every state of the portal is accessible and fits a small screen.
import { addBill, addContractor, getLink } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { decide, fillBill, openForm, openPortal, pdf, portal } from '../support/contractor.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ complaints }) => complaints.allow(/status of (4\d\d|5\d\d)/))

test('verification is accessible', async ({ page, desk }) => {
  test.slow()
  const check = (where: string) => expectAccessibleOnAllScreens(page, where)
  const parts = portal(page)
  await page.goto('/submit-invoice')
  await parts.email.fill('nobody')
  await parts.go.click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await check('invalid email')
  await parts.email.fill(`someone.with.a.long.address.${Date.now()}@bluebird.example`)
  await parts.go.click()
  await expect(parts.sent).toBeVisible()
  await check('link sent')
  await page.goto(await getLink(desk, { email: 'not.approved@elsewhere.example' }))
  await expect(parts.alert).toBeVisible()
  await check('not approved')
})

test('bills and the form are accessible', async ({ page, desk }) => {
  test.slow()
  const check = (where: string) => expectAccessibleOnAllScreens(page, where)
  const parts = portal(page)
  const person = await addContractor(desk, `Bluebird & Sons ${'Interior'.repeat(6)} ${Date.now()}`)
  await openPortal(page, desk, person)
  await check('no bills')
  await addBill(desk, person, { amount: '10', invoiceNumber: `N-${'9'.repeat(60)}` })
  const id = await addBill(desk, person, {
    invoiceNumber: 'BAD',
    file: samplePdf(person.email),
  })
  await decide(desk, id, { action: 'reject', message: `Please see ${'x'.repeat(120)}` })
  await page.reload()
  await expect(parts.table('Rejected')).toBeVisible()
  await check('bills')

  await openForm(page)
  const checkForm = (where: string) => expectAccessibleOnAllScreens(page, where, parts.dueDate)
  await parts.submit.click()
  await parts.file.setInputFiles(pdf('empty.pdf', Buffer.alloc(0)))
  await expect(parts.form).toContainText('This file is empty.')
  await checkForm('form with problems')
  await fillBill(page, { invoiceNumber: `N-${'9'.repeat(60)}` })
  await parts.file.setInputFiles(pdf(`${'long-name-'.repeat(12)}.pdf`))
  await parts.submit.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkForm('similar bill')
  await page.keyboard.press('Escape')
  await page.route('**/api/cup/submit-invoice', (route) => route.fulfill({ status: 500, json: {} }))
  await parts.submit.click()
  await expect(parts.toast).toBeVisible()
  await checkForm('filled form after a failed submission')
})
