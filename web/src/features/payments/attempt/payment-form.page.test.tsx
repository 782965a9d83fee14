// Paying by card on the page: what it requires, what it sends, new balances, and what it shows afterward.
import { TERMS_VERSION } from '@invoice-desk/contract/customer-invoices/terms'
import { RECEIPT } from '@invoice-desk/testing/payments/sample-invoices'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import {
  CARD_PAYMENT,
  fillAll,
  fillPayer,
  openInvoices,
  PAID,
  pay,
} from '../../../../test/payments/pay-page.ts'

afterEach(() => page.viewport(1280, 800))

it('requires the payer’s details and the consent, and is sent once', async () => {
  const payment = held(PAID)
  const { sent } = await openInvoices({ [CARD_PAYMENT]: payment.answer })
  await expect.element(page.getByRole('radio', { name: 'Credit Card' })).toBeChecked()
  await pay.cardNumber.fill('4242')
  await pay.pay.click()
  await expect.element(pay.company).toHaveFocus()
  await fillPayer()
  await expectAccessibleOnAllScreens('payment by card')
  await pay.pay.click()
  await expect.element(pay.consent).toHaveFocus()
  // Switching the method keeps what was typed, even the card.
  await pay.chooseMethod('PayPal')
  await expect.element(pay.wallet).toBeVisible()
  await expect.element(pay.consent).not.toBeInTheDocument()
  await pay.chooseMethod('Credit Card')
  await expect.element(pay.cardNumber).toHaveValue('4242')
  const terms = page.getByRole('link', { name: 'terms of service', exact: true }).first()
  await expect.element(terms).toHaveAttribute('href', '/terms')
  await expect.element(terms).toHaveAttribute('target', '_blank')
  await pay.consent.click()
  expect(sent.filter(({ name }) => name === CARD_PAYMENT)).toEqual([])
  await pay.pay.dblClick()
  await expect.element(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await expect
    .element(pay.amount('1008'))
    .toHaveAccessibleDescription("You can't change this during a payment.")
  payment.release()
  await expect.element(pay.success).toBeVisible()
  const [first, second] = sent.filter(({ name }) => name === CARD_PAYMENT)
  expect(second).toBeUndefined()
  expect(first?.body).toMatchObject({
    termsVersion: TERMS_VERSION,
    paymentMethodId: 'pm_4242',
    companyName: 'Juniper Hall',
    email: 'pat.payer@juniper.example',
    amount: 400,
  })
})

it('shows what was paid, and what is still open', async () => {
  await openInvoices({ [CARD_PAYMENT]: PAID })
  await pay.amount('1008').fill('300')
  await fillAll()
  await pay.email.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(pay.success).toBeVisible()
  await expect.element(pay.card).not.toBeInTheDocument()
  await expect.element(pay.table).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '$300.00 paid' })).toBeVisible()
  const paidWith = new RegExp(`^Visa ending in 4242, .*${RECEIPT.email}`)
  await expect.element(page.getByText(paidWith)).toBeVisible()
  expect(document.activeElement?.textContent).toContain('Payment processed successfully!')
  await expect.element(pay.receipt).toHaveAttribute('href', PAID.receiptUrl)
  const paid = page.getByRole('list', { name: 'Paid invoices' }).getByRole('listitem')
  await expect.element(paid).toHaveTextContent('Invoice 1008$100.00 remaining$300.00')
  const open = page.getByRole('region', { name: 'Still open' })
  await expect.element(open).toMatchTextContent('Invoice 1008')
  await expect.element(open).not.toMatchTextContent('Invoice 1007')
  await expect.element(page.getByRole('button', { name: 'Back to your invoices' })).toBeVisible()
  await expectAccessibleOnAllScreens('paid invoices')
})

it('explains a card that can’t be read, and keeps the payer’s details', async () => {
  const { sent } = await openInvoices()
  await fillAll()
  await pay.cardNumber.fill('4242424242424241')
  await pay.pay.click()
  await expect.element(pay.alert.first()).toMatchTextContent('Your card number is invalid.')
  await expect.element(pay.company).toHaveValue('Juniper Hall')
  expect(sent.filter(({ name }) => name === CARD_PAYMENT)).toEqual([])
})

it('goes on from new balances on a phone, and keeps everything else that was entered', async () => {
  const changed = 'This balance changed. It is now $340.00.'
  const settled = "This invoice has already been paid. You weren't charged."
  await page.viewport(390, 844)
  const { answer } = await openInvoices({
    [CARD_PAYMENT]: refuse(409, {
      error: changed,
      code: 'balance_changed',
      invoices: [
        { id: 'sealed-1008-again', balance: 340 },
        { id: 'sealed-1009-again', balance: 0 },
        { id: 'sealed-1010-again', balance: 332.5 },
      ],
    }),
  })
  await page.getByRole('checkbox', { name: 'Select all invoices' }).click()
  await pay.amount('1010').fill('15')
  await fillAll()
  await pay.pay.click()
  await expect.element(pay.row('1008')).toMatchTextContent(changed)
  await expect.element(pay.row('1009')).toMatchTextContent(settled)
  await expect.element(pay.row('1010')).not.toMatchTextContent('This balance changed')
  await expect.element(pay.amount('1008')).toHaveFocus()
  await expect.element(pay.amount('1008')).toBeInViewport()
  await expect.element(page.getByText(changed)).toBeInViewport()
  await expect.element(pay.amount('1008')).toHaveValue('340.00')
  await expect.element(pay.amount('1008')).toHaveAccessibleDescription(changed)
  await expect.element(pay.amount('1010')).toHaveValue('15.00')
  await expect.element(pay.select('1009')).toBeDisabled()
  await expect.element(pay.pay).toHaveTextContent('Pay $355.00')
  await expect
    .element(page.getByText("You weren't charged. Check the new amounts and pay again."))
    .toBeVisible()
  await expect.element(pay.customer).toMatchTextContent('$672.50')
  await expect.element(pay.panel('1008')).toBeVisible()
  await expectAccessible()

  // A balance that can't be read is explained, and nothing is lost.
  const unread = "We can't check the balance of this invoice right now."
  answer({ [CARD_PAYMENT]: refuse(503, { error: unread, code: 'balance_unavailable' }) })
  await pay.pay.click()
  await expect.element(pay.alert).toMatchTextContent(unread)
  await expect.element(pay.row('1008')).not.toMatchTextContent(changed)
  await expect.element(pay.company).toHaveValue('Juniper Hall')
  await expect.element(pay.consent).toBeChecked()
  await expect.element(pay.pay).toHaveTextContent('Pay $355.00')
  await expect.element(pay.pay).toBeEnabled()
})

it('says so if the only chosen invoice has been paid since, and pays another one', async () => {
  const settled = "This invoice has already been paid. You weren't charged."
  await page.viewport(390, 844)
  const { answer, sent } = await openInvoices({
    [CARD_PAYMENT]: refuse(409, {
      error: settled,
      code: 'invoice_paid',
      invoices: [{ id: 'sealed-1008-again', balance: 0 }],
    }),
  })
  await fillAll()
  await pay.pay.click()
  await expect.element(page.getByText(settled)).toHaveFocus()
  await expect.element(page.getByText(settled)).toBeInViewport()
  await expect.element(pay.card).not.toBeInTheDocument()
  await pay.select('1009').click()
  answer({ [CARD_PAYMENT]: PAID })
  await pay.pay.click()
  await expect.element(pay.success).toBeVisible()
  expect(sent.at(-1)?.body).toMatchObject({ invoices: [{ number: '1009', amount: 504 }] })
})

it('never says that a payment failed if its answer was lost', async () => {
  const { answer } = await openInvoices({ [CARD_PAYMENT]: lost })
  await fillAll()
  await pay.pay.click()
  await expect.element(pay.alert).toMatchTextContent("We're checking your payment")
  await expect.element(pay.alert).toMatchTextContent('your payment of $400.00')
  await expect.element(page.getByText('Payment failed', { exact: false })).not.toBeInTheDocument()
  await expect.element(pay.card).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens('payment with an unknown outcome')
  answer({ [CARD_PAYMENT]: PAID })
  await expect.element(pay.success).toBeVisible()
})
