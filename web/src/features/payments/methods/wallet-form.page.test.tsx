// Paying through the wallet on the page: what it needs first, and what it says when it fails.
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { refuse } from '../../../../test/answers.ts'
import {
  CARD_PAYMENT,
  fillPayer,
  openInvoices,
  PAID,
  pay,
} from '../../../../test/payments/pay-page.ts'
import { pageSettings } from '../../../shared/api/page-settings.ts'

const ORDER = 'POST /api/paypal/create-order'
const CAPTURE = 'POST /api/paypal/capture-payment'
const CANCEL = 'POST /api/payments/cancel'
const COMPLETE = 'POST /api/payments/complete'
const OPEN = { paymentId: 'p', status: 'requires_action', amount: 400, invoiceNumbers: ['1008'] }
const ORDERED = { id: 'ORDER-1', paymentId: 'p' }

const openWallet = async (answers = {}) => {
  const opened = await openInvoices({ [ORDER]: ORDERED, ...answers })
  await pay.chooseMethod('PayPal')
  await expect.element(pay.wallet).toBeVisible()
  return opened
}

it('needs the payer’s details first, but no consent', async () => {
  await openWallet()
  await expect.element(pay.wallet).toHaveAttribute('aria-disabled', 'true')
  await expect.element(pay.consent).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens('payment with PayPal', pay.wallet)
  await fillPayer('pat@juniper')
  await expect.element(pay.wallet).toHaveAttribute('aria-disabled', 'true')
  await pay.email.fill(' Pat@Juniper.Example ')
  await expect.element(pay.wallet).toHaveAttribute('aria-disabled', 'false')
})

it('keeps everything if the customer cancels, and the card can be used again', async () => {
  const { sent } = await openWallet({ [CANCEL]: { status: 'cancelled' } })
  await fillPayer()
  await page.getByRole('button', { name: 'Open PayPal and cancel' }).click()
  await expect.poll(() => sent.at(-1)?.name).toBe(CANCEL)
  await expect.element(pay.wallet).toHaveAttribute('aria-disabled', 'false')
  await expect.element(pay.alert).not.toBeInTheDocument()
  await expect.element(pay.company).toHaveValue('Juniper Hall')
  await expect.element(pay.amount('1008')).toHaveValue('400.00')
  await pay.chooseMethod('Credit Card')
  await pay.cardNumber.fill('4242424242424242')
  await pay.consent.click()
  await expect.element(pay.pay).toBeEnabled()
  expect(sent.some(({ name }) => name === CARD_PAYMENT)).toBe(false)
})

it('shows why an order failed, on the page and in a toast', async () => {
  const error = 'Failed to create PayPal order'
  await openWallet({ [ORDER]: refuse(502, { error, code: 'wallet_order_failed' }) })
  await fillPayer()
  await pay.wallet.click()
  await expect.poll(() => page.getByText(error, { exact: true }).elements()).toHaveLength(2)
  const alert = pay.alert.first()
  await expect.element(alert).toMatchTextContent(error)
  await expect.element(alert).toMatchTextContent("You weren't charged. Please try again or pay by")
  await expect
    .element(alert.getByRole('link', { name: 'Ask about this invoice' }))
    .toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:.+subject=Question%20about%20invoice%201008&/),
    )
})

it('doesn’t claim to know the outcome if PayPal’s window fails, and pays with the next press', async () => {
  const { answer } = await openWallet({
    [COMPLETE]: OPEN,
    [CAPTURE]: refuse(402, {
      error: "PayPal declined this. You weren't charged.",
      code: 'wallet_declined',
    }),
  })
  await fillPayer()
  await page.getByRole('button', { name: 'Open PayPal, which breaks' }).click()
  const alert = pay.alert.first()
  await expect.element(alert).toMatchTextContent('PayPal payment failed')
  await expect.element(alert).toMatchTextContent("don't know yet whether you were charged")
  await expect.element(pay.wallet).toHaveAttribute('aria-disabled', 'false')
  await pay.wallet.click()
  await expect.element(alert).toMatchTextContent("PayPal declined this. You weren't charged.")
  answer({ [CAPTURE]: PAID })
  await pay.wallet.click()
  await expect.element(pay.success).toBeVisible()
})

it('says that the wallet is unavailable if the business has no account', async () => {
  const { paypal, ...others } = pageSettings.payments
  Object.assign(pageSettings, { payments: others })
  onTestFinished(() => void Object.assign(pageSettings, { payments: { ...others, paypal } }))
  await openInvoices()
  await pay.chooseMethod('PayPal')
  await expect
    .element(pay.alert)
    .toHaveTextContent(
      'PayPal payment is currently unavailable. Please try another payment method.',
    )
  await pay.chooseMethod('Credit Card')
  await expect.element(pay.card).toBeVisible()
})
