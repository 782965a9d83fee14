// Paying by card: once and only once, whatever the bank, the network or the payer do in between.
import { TERMS_VERSION } from '@invoice-desk/contract/terms'
import {
  addCustomer,
  bookedFor,
  fillAll,
  fillCard,
  fillPayer,
  openInvoice,
  pay,
} from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

test('pays several invoices at once, one of them in part, and shows what is left', async ({
  page,
  desk,
}) => {
  const customer = await addCustomer(desk, 100.1, 60.2)
  const [first, second] = customer.invoices
  if (!first || !second) throw new Error('two invoices were made')
  await openInvoice(page, first)
  const parts = pay(page)
  await parts.select(second.number).check()
  await parts.amount(second.number).fill('20.2')
  await expect(parts.summary).toContainText('$120.30')

  await expect(parts.method('Credit Card')).toBeChecked()
  await fillCard(page)
  await parts.pay.click()
  await expect(parts.company).toBeFocused()
  await fillPayer(page)
  await parts.pay.click()
  await expect(parts.consent).toBeFocused()
  // What was typed, be it the card, is still there after a look at the other way to pay.
  await parts.method('PayPal').check()
  await expect(parts.wallet).toBeVisible()
  await parts.method('Credit Card').check()
  const terms = page.getByRole('link', { name: 'terms of service', exact: true })
  await expect(terms).toHaveAttribute('href', '/terms')
  await expect(terms).toHaveAttribute('target', '_blank')
  await parts.consent.check()
  const sent = page.waitForRequest('**/api/stripe/create-payment')
  await parts.pay.dblclick()
  expect((await sent).postDataJSON()).toMatchObject({ termsVersion: TERMS_VERSION })

  await expect(parts.success).toBeVisible()
  await expect(parts.card).toBeHidden()
  await expect(page.getByText(`$120.30 was paid for invoices ${first.number}, `)).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Payment processed successfully!')
  await expect(parts.receipt).toHaveAttribute('href', /\/api\/payments\/receipt\?payment=/)
  await expect(parts.row(first.number)).toContainText('Paid')
  await expect(parts.row(second.number)).toContainText('$40.00')
  await expect(parts.customer).toContainText('$40.00')
  const [booked] = await bookedFor(desk, customer.name, 1)
  expect(booked?.Line.map(({ Amount }) => Amount)).toEqual([100.1, 20.2])
  expect(booked?.PrivateNote).toMatch(/\(ID: pi_\w+\)$/)

  const receipt = (await parts.receipt.getAttribute('href')) ?? ''
  const file = await page.request.get(receipt)
  expect(file.headers()['content-type']).toBe('application/pdf')

  await page.getByRole('button', { name: 'Pay another invoice' }).click()
  await expect(parts.success).toBeHidden()
  await expect(parts.row(second.number)).toBeVisible()

  // The page that a browser comes back to knows the payment by the same name.
  const session_id = new URL(receipt).searchParams.get('payment') ?? ''
  await page.goto(`/payment-success?${new URLSearchParams({ session_id })}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!')
  await expect(page.getByText(`$120.30 for invoices ${first.number}, `)).toBeVisible()
  await expect(parts.receipt).toBeVisible()
})

test('says why a card was refused, and the next try goes through', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 40[23]/)
  const { name, invoices } = await addCustomer(desk, 45)
  const [invoice] = invoices
  if (!invoice) throw new Error('an invoice was made')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await fillAll(page, '4000000000000002')
  await parts.pay.click()
  await expect(parts.alert).toContainText('Your card was declined.')
  // Declined so often, the next try is checked for a person behind it, without a word about it.
  for (const _ of [2, 3]) {
    const answered = page.waitForResponse('**/api/stripe/create-payment')
    await parts.pay.click()
    expect((await answered).status()).toBe(402)
    await expect(parts.alert).toContainText('Your card was declined.')
  }
  await fillCard(page, '4242424242424241')
  await parts.pay.click()
  await expect(parts.alert.first()).toContainText('Your card number is invalid.')
  await expect(parts.company).toHaveValue('Juniper Hall')
  // A reload keeps who pays; the card and the consent are asked for again.
  await page.reload()
  await expect(parts.company).toHaveValue('Juniper Hall')
  await expect(parts.consent).not.toBeChecked()
  await fillCard(page)
  await parts.consent.check()
  const sent = page.waitForRequest((request) => /"captchaToken":"./.test(request.postData() ?? ''))
  await expect(parts.pay).toBeEnabled()
  await parts.email.press('Enter')
  await sent
  await expect(parts.success).toBeVisible()
  await bookedFor(desk, name, 1)
})

test('asks the bank as often as the payer says no, and refuses a second payer in between', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 40[249]/)
  page.on('dialog', (dialog) => dialog.accept())
  const { name, invoices } = await addCustomer(desk, 30)
  const [invoice] = invoices
  if (!invoice) throw new Error('an invoice was made')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await fillAll(page, '4000002760003184')
  await parts.pay.click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await parts.bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(parts.alert).toContainText("Your bank couldn't confirm that it was you.")
  await parts.pay.click()
  await parts.bank.getByRole('button', { name: 'Cancel' }).click()
  await expect(parts.alert).toBeVisible()

  await test.step('someone who leaves the bank’s question is asked on return, and may cancel', async () => {
    await parts.pay.click()
    await expect(parts.bank.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await page.reload()
    await expect(parts.alert).toContainText('Your bank asks you to confirm your payment of $30.00')
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible()
  })

  await fillCard(page, '4000002760003184')
  await parts.consent.check()
  await parts.pay.click()
  const answer = parts.bank.getByRole('button', { name: 'Complete authentication' })
  await expect(answer).toBeVisible()

  const other = await newVisitor()
  await openInvoice(other, invoice)
  await fillAll(other)
  await pay(other).pay.click()
  await expect(pay(other).alert).toContainText('already being processed')

  await answer.click()
  await expect(parts.success).toBeVisible()
  await bookedFor(desk, name, 1)
  await pay(other).alert.getByRole('button', { name: 'Search again' }).click()
  await expect(pay(other).row(invoice.number)).toContainText('Paid')
})

test('a lost answer and a slow one never make a second payment, not even after a reload', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const { name, invoices } = await addCustomer(desk, 75)
  const [invoice] = invoices
  if (!invoice) throw new Error('an invoice was made')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await parts.amount(invoice.number).fill('$70.00')
  await fillAll(page)
  const create = '**/api/stripe/create-payment'

  await test.step('the answer is lost', async () => {
    let asked = 0
    await page.route(create, async (route) => {
      asked += 1
      if (asked === 1) await route.fetch()
      await route.abort()
    })
    await parts.pay.click()
    await expect(parts.alert).toContainText("We're checking your payment")
    await expect(parts.alert).toContainText('your payment of $70.00')
    await expect(page.getByText('Payment failed')).toBeHidden()
    await expect(parts.card).toBeHidden()
  })

  await test.step('the payment is still being confirmed', async () => {
    const processing = { status: 'processing', amount: 70, invoiceNumbers: [invoice.number] }
    // The provider's own delays take minutes, so these answers are told; the last one is real.
    await page.route('**/api/payments/complete', (route) => {
      const { paymentId } = route.request().postDataJSON()
      return route.fulfill({ json: { ...processing, paymentId } })
    })
    await page.route(create, async (route) => {
      const { paymentId } = await (await route.fetch()).json()
      await route.fulfill({ json: { ...processing, paymentId } })
    })
    // It is asked for again after a reload as well, without a press.
    await page.reload()
    await expect(page.getByText("We'll show the result here as soon as we know it.")).toBeVisible()
    await expect(parts.amount(invoice.number)).toHaveValue('70.00')
    await expect(parts.card).toBeHidden()
    await page.reload()
    await expect(page.getByText("We'll show the result here as soon as we know it.")).toBeVisible()
    await page.unroute('**/api/payments/complete')
  })

  await expect(parts.success).toBeVisible()
  await expect(page.getByText('$70.00 was paid')).toBeVisible()
  await bookedFor(desk, name, 1)
})
