// Paying through the wallet: its button, its window, and their failures.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import {
  addCustomer,
  bookedFor,
  fillCard,
  fillPayer,
  openInvoice,
  pay,
} from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test('needs the payer’s details first, and pays after a cancellation and a decline', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 422/)
  const { name, invoices } = await addCustomer(desk, 64.5)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await parts.chooseMethod('PayPal')
  await expect(parts.wallet).toHaveAttribute('aria-disabled', 'true')
  await expect(parts.consent).toBeHidden()
  await expectAccessibleOnAllScreens(page, 'payment with PayPal')
  await fillPayer(page, 'pat@juniper')
  await expect(parts.wallet).toHaveAttribute('aria-disabled', 'true')
  await parts.email.fill(' Pat@Juniper.Example ')
  await expect(parts.wallet).toHaveAttribute('aria-disabled', 'false')

  await test.step('canceling changes nothing', async () => {
    await parts.wallet.click()
    await parts.walletWindow.getByRole('button', { name: 'Cancel and return' }).click()
    await expect(parts.wallet).toHaveAttribute('aria-disabled', 'false')
    await expect(parts.alert).toBeHidden()
    await expect(parts.company).toHaveValue('Juniper Hall')
    await expect(parts.amount(invoice.number)).toHaveValue('64.50')
  })

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
  await parts.walletWindow.getByRole('button', { name: 'Decline card' }).click()
  await parts.walletWindow.getByRole('button', { name: 'Pay now' }).click()
  await expect(parts.success).toBeVisible()
  await expect(parts.paid('$14.50')).toBeVisible()
  const [booked] = await bookedFor(desk, name, 1)
  expect(booked?.TotalAmt).toBe(14.5)
})

test('shows why an order failed, on the page and in a toast', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 502|ERR_FAILED|dynamically imported module/)
  const { invoices } = await addCustomer(desk, 20)
  const [invoice] = invoices
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
  await desk.addFault({ provider: 'paypal', mode: 'error', match: '/v2/checkout/orders', times: 9 })
  await parts.wallet.click()
  await expect(page.getByText('Failed to create PayPal order', { exact: true })).toHaveCount(2)
  await expect(parts.alert.first()).toContainText('Failed to create PayPal order')
  await expect(parts.alert.first()).toContainText("You weren't charged. Please try again or pay by")
  const ask = parts.alert.getByRole('link', { name: 'Ask about this invoice' })
  const subject = encodeURIComponent(`Question about invoice ${invoice.number}`)
  await expect(ask).toHaveAttribute('href', new RegExp(`^mailto:.+subject=${subject}&`))
  await desk.clearFaults()
  // The wallet's window can also fail without our server.
  await parts.wallet.click()
  await parts.walletWindow.getByRole('button', { name: 'Break this window' }).click()
  await expect(parts.alert.first()).toContainText('PayPal payment failed')
  await expect(parts.alert.first()).toContainText("don't know yet whether you were charged")
  await expect(parts.wallet).toHaveAttribute('aria-disabled', 'false')
  const failed = { error: 'PayPal payment failed', code: 'wallet_failed' }
  await page.route('**/api/paypal/capture-payment', (route) =>
    route.fulfill({ status: 502, json: failed }),
  )
  await parts.wallet.click()
  await expect(parts.alert).toBeHidden()
  await parts.walletWindow.getByRole('button', { name: 'Pay now' }).click()
  await expect(parts.alert.first()).toContainText("PayPal payment failedYou weren't charged.")
  await page.unroute('**/api/paypal/capture-payment')
  // The order is approved, so the next press finishes it.
  await parts.wallet.click()
  await expect(parts.success).toBeVisible()
})
