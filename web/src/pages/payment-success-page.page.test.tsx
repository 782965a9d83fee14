// The page that customers return to after a payment.
import { RECEIPT, STUBBED_PATH } from '@invoice-desk/testing/payments/sample-invoices'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { held, lost, refuse } from '../../test/answers.ts'
import { destinationOf } from '../../test/leaving.ts'
import { openPage } from '../../test/open-page.tsx'

const COMPLETE = 'POST /api/payments/complete'
const PROCESSING = {
  paymentId: 'p',
  status: 'processing',
  amount: 12.5,
  invoiceNumbers: ['7', '8'],
}
const SUCCEEDED = {
  ...PROCESSING,
  status: 'succeeded',
  receiptUrl: '/api/payments/receipt?payment=p',
}
const THANKS = 'Thank you for your payment. A confirmation email will be sent shortly.'
const title = page.getByRole('heading', { level: 1 })
const checkAgain = page.getByRole('button', { name: 'Check again' })

const open = (answer: unknown) =>
  openPage('/payment-success?session_id=p', { as: null, answers: { [COMPLETE]: answer } })

afterEach(() => void vi.useRealTimers())

it('shows an error without a session id', async () => {
  await openPage('/payment-success', { as: null })
  await expect.element(title).toHaveTextContent('Payment Error')
  await expect.element(page.getByText('No session ID found')).toBeVisible()
  await expectAccessibleOnAllScreens('payment error')
  const button = page.getByRole('button', { name: 'Return to Invoices' })
  expect(await destinationOf(() => button.click())).toBe('/pay-invoice')
})

it('thanks the payer even for a payment that the server doesn’t know', async () => {
  await open(refuse(404, { error: 'Unknown payment.', code: 'payment_unknown' }))
  await expect.element(title).toHaveTextContent('Payment Successful!')
  await expect.element(page.getByText(THANKS)).toBeVisible()
  await expectAccessibleOnAllScreens('payment successful')
})

it('thanks the payer even without a connection', async () => {
  await open(lost)
  await expect.element(title).toHaveTextContent('Payment Successful!')
  const button = page.getByRole('button', { name: 'Pay Another Invoice' })
  expect(await destinationOf(() => button.click())).toBe('/pay-invoice')
})

it('waits while a payment is processing, then shows the result', async () => {
  const later = held(SUCCEEDED)
  const { answer } = await open(() => {
    answer({ [COMPLETE]: later.answer })
    return PROCESSING
  })
  await expect.element(title).toHaveTextContent('Confirming your payment…')
  await expect.element(page.getByText(/Please don't pay again/)).toBeVisible()
  await expect.element(page.getByText(/We'll show the result here/)).toBeVisible()
  await expect.element(checkAgain).not.toBeInTheDocument()
  later.release()
  await expect.element(title).toHaveTextContent('Payment Successful!')
  await expect.element(page.getByText('$12.50 for invoices 7, 8')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Download receipt' })).toBeVisible()
})

it('shows what remains to be paid, and leads to it', async () => {
  await open({ ...SUCCEEDED, amount: 300, receipt: RECEIPT })
  await expect.element(page.getByText(/^Visa ending in 4242/)).toBeVisible()
  await expect.element(page.getByText('$100.00 remaining')).toBeVisible()
  await expectAccessibleOnAllScreens('payment with a remaining balance')
  const rest = page.getByRole('link', { name: 'Pay the rest' })
  expect(await destinationOf(() => rest.click())).toBe(STUBBED_PATH)
})

it('shows the server’s refusal, and keeps it without a connection', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const error = "This payment wasn't completed in time. You weren't charged. Please start again."
  const { answer, sent } = await open(refuse(410, { error, code: 'payment_expired' }))
  await expect.element(title).toHaveTextContent('Payment Error')
  await expect.element(page.getByRole('alert')).toHaveTextContent(error)
  // The customer returns to the tab later.
  answer({ [COMPLETE]: lost })
  vi.setSystemTime(Date.now() + 40_000)
  window.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  // By then, the page would have sent a request.
  for (let turns = 0; turns < 30; turns += 1) await new Promise((next) => setTimeout(next))
  expect(sent.filter(({ name }) => name === COMPLETE)).toHaveLength(1)
  await expect.element(title).toHaveTextContent('Payment Error')
})

it('offers to check again when the confirmation takes longer than usual', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { answer, sent } = await open(() => {
    // The next answer comes after minutes.
    vi.setSystemTime(Date.now() + 3 * 60_000)
    return PROCESSING
  })
  await expect.element(checkAgain).toBeVisible()
  await expect.element(title).toHaveTextContent("Your payment isn't confirmed yet")
  const text =
    /^Confirmation is taking longer than usual\. .*Please don't pay again\. .*we'll email your receipt/
  await expect.element(page.getByText(text)).toBeVisible()
  const before = sent.length
  await checkAgain.click()
  await expect.poll(() => sent.length).toBe(before + 1)
  await expect.element(checkAgain).toBeVisible()
  answer({ [COMPLETE]: SUCCEEDED })
  await checkAgain.click()
  await expect.element(title).toHaveTextContent('Payment Successful!')
})
