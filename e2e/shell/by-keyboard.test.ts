// Whole journeys by keyboard alone: a contractor, an approver and a paying customer.
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { linkIn } from '@invoice-desk/testing/sandbox/mailbox'
import { mailTo, portal } from '../support/contractor.ts'
import { press, tabTo, type, typedDay } from '../support/keyboard.ts'
import { addCustomer, pay } from '../support/payments.ts'
import { BUSINESS, STAFF } from '../support/people.ts'
import { accountMenu } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a contractor submits an invoice, and an approver signs in, rejects one and goes to the next', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409/)
  const person = await addContractor(desk)
  const taskId = await addBill(desk, person)
  const parts = portal(page)
  await page.goto('/submit-invoice')
  await type(page, parts.email, person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ has: parts.sent })).toBeFocused()

  await page.goto(linkIn(await mailTo(desk, person.email)))
  await press(page, parts.newBill)
  await expect(parts.file).toBeFocused()
  await type(page, parts.amount, '250.75')
  await page.keyboard.press('Tab')
  await page.keyboard.type('KEY-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type(typedDay('2030-01-31'))
  await press(page, parts.submit)
  await expect(parts.toast).toContainText('Invoice submitted successfully!')
  await expect(parts.row('KEY-1')).toContainText('$250.75')
  await expect(parts.row('KEY-1')).toContainText('Jan 31, 2030')
  await expect(page.getByRole('heading', { name: 'Your Bills' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(parts.form).toBeVisible()

  const signIn = page.getByRole('heading', { name: 'Google Sign-In' })
  await test.step('signs in', async () => {
    await page.goto('/')
    await press(page, page.getByRole('button', { name: 'Sign In' }))
    await expect(signIn).toBeFocused()
    await press(page, page.getByRole('button', { name: 'Sign in with Google' }))
    await press(page, page.getByRole('button', { name: STAFF.email }))
    await expect(accountMenu(page)).toContainText(STAFF.email)
    await expect(page.getByRole('heading', { level: 1, name: BUSINESS })).toBeFocused()
  })

  await test.step('rejects an invoice with a reason', async () => {
    await page.goto(`/approve-invoice?taskId=${taskId}`)
    await press(page, page.getByRole('button', { name: 'Reject', exact: true }))
    await expect(page.getByRole('textbox', { name: 'Reason for rejection' })).toBeFocused()
    await page.keyboard.type('The hours do not add up.')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Confirm Rejection' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Status: rejected')).toBeVisible()
    await press(page, page.getByRole('link', { name: /^Review / }).first())
    await expect(page.getByText('Status: rejected')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText(/^Status: /)).toBeVisible()
  })

  // There, no invoices of other tests are on the way to the menu.
  await page.goto('/')
  await press(page, accountMenu(page))
  await press(page, page.getByRole('button', { name: 'Sign Out' }))
  await expect(signIn).toBeFocused()
})

test('a customer finds an invoice and pays it by card', async ({ page, desk }) => {
  const { invoices, name } = await addCustomer(desk, 80)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  const parts = pay(page)
  const card = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await page.goto('/pay-invoice')
  await type(page, parts.number, invoice.number)
  await type(page, parts.date, typedDay(invoice.date))
  await page.keyboard.press('Enter')
  await expect(parts.customer).toContainText(name)
  const select = parts.select(invoice.number)
  await tabTo(page, select)
  await expect(select).toBeChecked()
  await page.keyboard.press('Space')
  await expect(select).not.toBeChecked()
  await page.keyboard.press('Space')
  await expect(parts.amount(invoice.number)).toHaveValue('80.00')

  const details = parts.details(invoice.number)
  await page.keyboard.press('Tab')
  await expect(details).toBeFocused()
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  await expect(parts.panel(invoice.number)).toBeHidden()
  const history = parts.history(invoice.number)
  await page.keyboard.press('Tab')
  await expect(history).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(parts.dialog.getByRole('button', { name: 'Close' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(parts.dialog).toBeHidden()
  await expect(history).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(parts.amount(invoice.number)).toBeFocused()

  await tabTo(page, parts.method('Credit Card'))
  await page.keyboard.press('ArrowRight')
  await expect(parts.method('PayPal')).toBeChecked()
  await page.keyboard.press('ArrowLeft')
  await expect(parts.method('Credit Card')).toBeChecked()
  await type(page, parts.company, 'Juniper Hall')
  await type(page, parts.payer, 'Pat Payer')
  await type(page, parts.email, 'pat@juniper.example')
  await type(page, card.getByLabel('Credit or debit card number'), '4242424242424242')
  await type(page, card.getByLabel('Credit or debit card expiration date'), '1240')
  await type(page, card.getByLabel('Credit or debit card CVC/CVV'), '123')
  await type(page, card.getByLabel('ZIP'), '94103')
  await press(page, parts.consent, 'Space')
  await press(page, parts.pay)
  await expect(parts.success).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Payment processed successfully!')
  await tabTo(page, parts.receipt)
})
