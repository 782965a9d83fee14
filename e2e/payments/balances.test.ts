// Balances that have changed, or can't be read.
import { expectAccessible } from '../support/accessible.ts'
import { stubPayment } from '../support/invoice-stubs.ts'
import {
  addCustomer,
  bookedFor,
  fillAll,
  fillPayer,
  openInvoice,
  pay,
} from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const CHANGED = 'This balance changed. It is now $340.00.'
const PAID = "This invoice has already been paid. You weren't charged."

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('goes on from new balances, and keeps everything else that was entered', async ({
    page,
    desk,
    complaints,
  }) => {
    complaints.allow(/status of (409|503)/)
    const customer = await addCustomer(desk, 300, 50, 20)
    const [grown, paid, same] = customer.invoices
    if (!grown || !paid || !same) throw new Error('No invoices were created')
    await openInvoice(page, grown)
    const parts = pay(page)
    await parts.selectAll.check()
    await parts.amount(same.number).fill('15')
    await fillAll(page)
    await customer.changeTotal(grown, 340)
    await customer.addPayment({}, [paid, 50])
    await parts.pay.click()
    await expect(parts.row(grown.number)).toContainText(CHANGED)
    await expect(parts.row(paid.number)).toContainText(PAID)
    await expect(parts.row(same.number)).not.toContainText('This balance changed')
    await expect(parts.amount(grown.number)).toBeFocused()
    await expect(parts.amount(grown.number)).toBeInViewport()
    await expect(page.getByText(CHANGED)).toBeInViewport()
    await expect(parts.amount(grown.number)).toHaveValue('340.00')
    await expect(parts.amount(grown.number)).toHaveAccessibleDescription(CHANGED)
    await expect(parts.amount(same.number)).toHaveValue('15.00')
    await expect(parts.select(paid.number)).toBeDisabled()
    await expect(parts.pay).toHaveText('Pay $355.00')
    await expect(page.getByText("You weren't charged. Check the new amounts")).toBeVisible()
    await expect(parts.customer).toContainText('$360.00')
    await expect(parts.panel(grown.number)).toBeVisible()
    await expectAccessible(page)

    await test.step('a balance that can’t be read is explained, and nothing is lost', async () => {
      const error = "We can't check the balance of this invoice right now."
      await stubPayment(page, 503, { error, code: 'balance_unavailable' })
      await parts.pay.click()
      await expect(parts.alert).toContainText(error)
      await expect(parts.row(grown.number)).not.toContainText(CHANGED)
      await expect(parts.company).toHaveValue('Juniper Hall')
      await expect(parts.consent).toBeChecked()
      await expect(parts.pay).toHaveText('Pay $355.00')
      await expect(parts.pay).toBeEnabled()
      await page.unroute('**/api/stripe/create-payment')
    })

    await parts.amount(grown.number).fill('300')
    await parts.pay.click()
    await expect(parts.success).toBeVisible()
    await expect(parts.paid('$315.00')).toBeVisible()
    const booked = await bookedFor(desk, customer.name, 2)
    expect(booked.map(({ TotalAmt }) => TotalAmt).sort()).toEqual([315, 50])
    await expect(parts.stillOpen).toContainText('$40.00')
  })

  test('says so if the only chosen invoice has been paid since', async ({
    page,
    desk,
    complaints,
  }) => {
    complaints.allow(/status of 409/)
    const customer = await addCustomer(desk, 50, 20)
    const [paid, other] = customer.invoices
    if (!paid || !other) throw new Error('No invoices were created')
    await openInvoice(page, paid)
    const parts = pay(page)
    await fillAll(page)
    await customer.addPayment({}, [paid, 50])
    await parts.pay.click()
    await expect(page.getByText(PAID)).toBeFocused()
    await expect(page.getByText(PAID)).toBeInViewport()
    await expect(parts.card).toBeHidden()
    await parts.select(other.number).check()
    await parts.pay.click()
    await expect(parts.paid('$20.00')).toBeVisible()
  })
})

test('pays a new balance through the wallet', async ({ page, desk, complaints }) => {
  complaints.allow(/status of 409/)
  const customer = await addCustomer(desk, 300)
  const [invoice] = customer.invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await parts.chooseMethod('PayPal')
  await fillPayer(page)
  await customer.changeTotal(invoice, 340)
  await parts.wallet.click()
  await expect(parts.row(invoice.number)).toContainText(CHANGED)
  await expect(parts.amount(invoice.number)).toHaveValue('340.00')
  await parts.wallet.click()
  await parts.walletWindow.getByRole('button', { name: 'Pay now' }).click()
  await expect(parts.paid('$340.00')).toBeVisible()
  const [booked] = await bookedFor(desk, customer.name, 1)
  expect(booked?.TotalAmt).toBe(340)
})
