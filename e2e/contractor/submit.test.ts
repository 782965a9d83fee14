// The form of a new bill and its validation.
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { dayFromNow, fillBill, openForm, openPortal, portal } from '../support/contractor.ts'
import { prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test('shows problems beside each field, accepts a pasted amount, and can be due today', async ({
  newVisitor,
  desk,
}) => {
  const page = await newVisitor()
  const [yesterday, today] = [dayFromNow(-1), dayFromNow(0)]
  // The browser stays on this day even if the test runs past midnight.
  await page.clock.setFixedTime(`${today}T12:00:00-05:00`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPortal(page, desk, await addContractor(desk))
  await openForm(page)
  const { form, amount, number, dueDate, file, submit, row } = portal(page)
  await expect(form).toContainText('Invoice Amount *')
  await expect(form).toContainText('Invoice Number *')
  await expect(form).toContainText('Due Date *')
  await expect(amount).toHaveAttribute('step', '0.01')
  await expect(amount).toHaveAttribute('min', '0.01')
  await expect(amount).toHaveAttribute('required')
  await expect(number).toHaveAttribute('required')
  await expect(dueDate).toHaveAttribute('min', today)
  await expect(file).toHaveAttribute('accept', '.pdf,.png,.jpg,.jpeg,.heic,.heif')

  await submit.click()
  await expect(form).toContainText('Please enter an amount, such as 1250.00.')
  await expect(form).toContainText('This is required.')
  await expect(form).toContainText('Choose a date.')
  await expect(amount).toBeFocused()
  await amount.fill('5')
  await submit.click()
  await expect(number).toBeFocused()

  await amount.fill('1.250,50')
  await amount.blur()
  await expect(form).toContainText('with a period before the cents')
  await fillBill(page, { amount: '12.345', dueDate: yesterday, invoiceNumber: 'DUE-1' })
  await submit.click()
  await expect(form).toContainText('The amount can have at most two decimals.')
  await expect(form).toContainText("The due date can't be in the past.")

  await page.evaluate(() => navigator.clipboard.writeText('$1,250.50 '))
  await amount.fill('')
  await amount.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(amount).toHaveValue('1250.50')
  await dueDate.fill(today)
  await submit.click()
  await expect(row('DUE-1')).toContainText('$1,250.50')
})
