// The form of a new bill: its fields, what it refuses by itself, and leaving it.
import { dayFromNow, fillBill, portal } from '../support/contractor.ts'
import { beginBill, prepareForms } from '../support/new-bill.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ desk, complaints }) => prepareForms(desk, complaints))

test.describe('the form', () => {
  test('has the fields and bounds it promises', async ({ page, desk }) => {
    await beginBill(page, desk)
    const { form, amount, number, dueDate, file } = portal(page)
    await expect(form).toContainText('Invoice Amount *')
    await expect(form).toContainText('Invoice Number *')
    await expect(form).toContainText('Due Date *')
    await expect(amount).toHaveAttribute('step', '0.01')
    await expect(amount).toHaveAttribute('min', '0.01')
    await expect(amount).toHaveAttribute('required')
    await expect(number).toHaveAttribute('required')
    await expect(dueDate).toHaveAttribute('min', dayFromNow(0))
    await expect(file).toHaveAttribute('accept', '.pdf,.png,.jpg,.jpeg')
  })

  test('says beside each field what is missing, and leads to the first', async ({ page, desk }) => {
    await beginBill(page, desk)
    const { form, amount, number, submit } = portal(page)
    await submit.click()
    await expect(form).toContainText('Please enter an amount, such as 1250.00.')
    await expect(form).toContainText('This is required.')
    await expect(form).toContainText('Please enter a valid date.')
    await expect(amount).toBeFocused()
    await amount.fill('5')
    await submit.click()
    await expect(number).toBeFocused()
  })

  test('refuses an amount that is no payable sum, and says why', async ({ page, desk }) => {
    await beginBill(page, desk)
    for (const [amount, message] of [
      ['0', 'The amount must be at least 0.01.'],
      ['12.345', 'The amount can have at most two decimals.'],
      ['0.001', 'The amount must be at least 0.01.'],
      ['1000000000', 'The amount can be at most $999,999,999.99.'],
    ] as const) {
      await fillBill(page, { amount })
      await portal(page).submit.click()
      await expect(portal(page).form).toContainText(message)
    }
  })

  test('takes an amount as it is copied from an invoice', async ({ page, desk, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await beginBill(page, desk)
    await page.evaluate(() => navigator.clipboard.writeText('$1,250.50 '))
    await portal(page).amount.focus()
    await page.keyboard.press('ControlOrMeta+v')
    await expect(portal(page).amount).toHaveValue('1250.50')
  })

  test('refuses a due date in the past and takes today', async ({ page, desk }) => {
    await beginBill(page, desk)
    await fillBill(page, { dueDate: dayFromNow(-1), invoiceNumber: 'DUE-1' })
    await portal(page).submit.click()
    await expect(portal(page).form).toContainText('The due date cannot be in the past.')
    await portal(page).dueDate.fill(dayFromNow(0))
    await portal(page).submit.click()
    await expect(portal(page).row('DUE-1')).toBeVisible()
  })
})
