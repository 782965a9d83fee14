// Paying through the wallet: its button, its window, and what the whole system does about new balances and failures.
import {
  addCustomer,
  bookedFor,
  fillCard,
  fillPayer,
  openInvoice,
  pay,
} from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test('pays a new balance after a broken script, a cancellation and a decline', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of (409|422)|ERR_FAILED|dynamically imported module/)
  const customer = await addCustomer(desk, 64.5)
  const [invoice] = customer.invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await expect(parts.cardFrame).toBeVisible()
  // If our own script fails, the page doesn't claim that nothing was charged.
  await page.route('**/assets/*.js', (route) => route.abort())
  await parts.chooseMethod('PayPal')
  await expect(parts.alert).toHaveText(
    'PayPal payment is currently unavailable. Please try another payment method.Please reload the page.',
  )
  await page.unroute('**/assets/*.js')
  await page.reload()
  await parts.chooseMethod('PayPal')
  await fillPayer(page)
  await expect(parts.wallet).toHaveAttribute('aria-disabled', 'false')

  await test.step('the balance changed', async () => {
    await customer.changeTotal(invoice, 74.5)
    await parts.wallet.click()
    await expect(parts.row(invoice.number)).toContainText('This balance changed. It is now $74.50.')
    await expect(parts.amount(invoice.number)).toHaveValue('74.50')
  })

  await parts.wallet.click()
  await parts.walletWindow.getByRole('button', { name: 'Cancel and return' }).click()
  await expect(parts.wallet).toHaveAttribute('aria-disabled', 'false')
  // The invoice was released, so another amount can be paid at once.
  await parts.amount(invoice.number).fill('14.5')
  // The card field, locked while the wallet was open, works again.
  await parts.chooseMethod('Credit Card')
  expect((await parts.cardFrame.boundingBox())?.height).toBeGreaterThan(15)
  await fillCard(page)
  await parts.consent.check()
  await expect(parts.pay).toBeEnabled()
  await parts.chooseMethod('PayPal')
  await parts.wallet.click()
  await parts.walletWindow.getByRole('button', { name: 'Break this window' }).click()
  await expect(parts.alert.first()).toContainText("don't know yet whether you were charged")
  // PayPal continues with the order that we have.
  await parts.wallet.click()
  await parts.walletWindow.getByRole('button', { name: 'Decline card' }).click()
  await parts.walletWindow.getByRole('button', { name: 'Pay now' }).click()
  await expect(parts.success).toBeVisible()
  await expect(parts.paid('$14.50')).toBeVisible()
  const [booked] = await bookedFor(desk, customer.name, 1)
  expect(booked?.TotalAmt).toBe(14.5)
})
