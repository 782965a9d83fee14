// The page that customers return to after a payment.

import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { expect, test } from '../support/test.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const THANKS = 'Thank you for your payment. A confirmation email will be sent shortly.'

test('shows an error without a session id, and thanks the payer even for an unknown payment', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 404|ERR_FAILED/)
  await page.goto('/payment-success')
  await expect(title(page)).toHaveText('Payment Error')
  await expect(page.getByText('No session ID found')).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'payment error')
  await page.getByRole('button', { name: 'Return to Invoices' }).click()
  await expect(page).toHaveURL('/pay-invoice')

  await page.goto('/payment-success?session_id=cs_elsewhere')
  await expect(title(page)).toHaveText('Payment Successful!')
  await expect(page.getByText(THANKS)).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'payment successful')
  await page.route('**/api/payments/complete', (route) => route.abort())
  await page.reload()
  await expect(title(page)).toHaveText('Payment Successful!')
  await page.getByRole('button', { name: 'Pay Another Invoice' }).click()
  await expect(page).toHaveURL('/pay-invoice')
})

test('waits while a payment is processing, then shows the result', async ({
  newVisitor,
  complaints,
}) => {
  const page = await newVisitor()
  const outcome = { paymentId: 'p', amount: 12.5, invoiceNumbers: ['7', '8'] }
  await page.clock.install()
  let requests = 0
  const { promise: wasSeen, resolve: see } = Promise.withResolvers<void>()
  await page.route('**/api/payments/complete', async (route) => {
    requests += 1
    if (requests > 1) await wasSeen
    const done = { ...outcome, status: 'succeeded', receiptUrl: '/api/payments/receipt?payment=p' }
    return route.fulfill({ json: requests < 2 ? { ...outcome, status: 'processing' } : done })
  })
  await page.goto('/payment-success?session_id=p')
  await expect(title(page)).toHaveText('Confirming your payment…')
  await expect(page.getByText("Please don't pay again")).toBeVisible()
  see()
  await expect(title(page)).toHaveText('Payment Successful!')
  await expect(page.getByText('$12.50 for invoices 7, 8')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download receipt' })).toBeVisible()

  await test.step('shows the server’s refusal', async () => {
    complaints.allow(/status of 410/)
    const error = "This payment wasn't completed in time. You weren't charged. Please start again."
    await page.unroute('**/api/payments/complete')
    await page.route('**/api/payments/complete', (route) =>
      route.fulfill({ status: 410, json: { error, code: 'payment_expired' } }),
    )
    await page.reload()
    await expect(title(page)).toHaveText('Payment Error')
    await expect(page.getByRole('alert')).toHaveText(error)
  })

  await test.step('keeps it when the customer returns to the tab without a connection', async () => {
    const calls = requests
    await page.unroute('**/api/payments/complete')
    await page.route('**/api/payments/complete', (route) => {
      requests += 1
      return route.abort()
    })
    await page.clock.fastForward('00:40')
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.clock.fastForward('00:10')
    await expect(title(page)).toHaveText('Payment Error')
    expect(requests).toBe(calls)
  })

  await test.step('offers Check again when confirmation takes longer than usual', async () => {
    let status = 'processing'
    await page.unroute('**/api/payments/complete')
    await page.route('**/api/payments/complete', (route) =>
      route.fulfill({ json: { ...outcome, status } }),
    )
    await page.reload()
    await expect(page.getByText("We'll show the result here")).toBeVisible()
    const checkAgain = page.getByRole('button', { name: 'Check again' })
    await expect(checkAgain).toBeHidden()
    await expect(async () => {
      await page.clock.fastForward('00:30')
      await expect(checkAgain).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(title(page)).toHaveText("Your payment isn't confirmed yet")
    await expect(page.getByText('Confirmation is taking longer than usual.')).toBeVisible()
    await expect(page.getByText("Please don't pay again.")).toBeVisible()
    await expect(page.getByText("we'll email your receipt")).toBeVisible()
    const answered = page.waitForResponse('**/api/payments/complete')
    await checkAgain.click()
    await answered
    await expect(checkAgain).toBeVisible()
    status = 'succeeded'
    await checkAgain.click()
    await expect(title(page)).toHaveText('Payment Successful!')
  })
})
