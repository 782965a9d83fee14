// Paying by card: exactly once, despite declines, bank challenges, lost answers and reloads.

import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { payPath } from '@invoice-desk/contract/payments/pay-path'
import {
  addCustomer,
  bookedFor,
  expectBalance,
  fillAll,
  fillCard,
  openInvoice,
  pay,
} from '../support/payments.ts'
import { expect, test } from '../support/test.ts'

const SEARCH = `**${searchInvoice.path}`

test('pays several invoices at once, one of them in part, and shows the remaining balance', async ({
  page,
  desk,
}) => {
  const customer = await addCustomer(desk, 100.1, 60.2)
  const [first, second] = customer.invoices
  if (!first || !second) throw new Error('Expected two invoices')
  await openInvoice(page, first)
  const parts = pay(page)
  await parts.select(second.number).check()
  await parts.amount(second.number).fill('20.2')
  await expect(parts.summary).toContainText('$120.30')

  await fillAll(page)
  await parts.pay.click()

  await expect(parts.success).toBeVisible()
  await expect(parts.paid('$120.30')).toBeVisible()
  await expect(page.getByText('Visa ending in 4242, ')).toContainText('pat.payer@juniper.example')
  await expect(parts.paidInvoices.nth(0)).toHaveText(`Invoice ${first.number}Paid in full$100.10`)
  await expect(parts.paidInvoices.nth(1)).toContainText('$40.00 remaining')
  await expect(parts.stillOpen).not.toContainText(first.number)
  await expect(parts.stillOpen).toContainText(`Invoice ${second.number}`)
  const receipt = (await parts.receipt.getAttribute('href')) ?? ''
  const file = await page.request.get(receipt)
  expect(file.headers()['content-type']).toBe('application/pdf')

  await page.getByRole('button', { name: 'Pay the remaining $40.00' }).click()
  await expect(parts.success).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(parts.select(second.number)).toBeChecked()
  await expect(parts.pay).toHaveText('Pay $40.00')
  const [booked] = await bookedFor(desk, customer.name, 1)
  expect(booked?.Line.map(({ Amount }) => Amount)).toEqual([100.1, 20.2])
  expect(booked?.PrivateNote).toMatch(/\(ID: pi_\w+\)$/)

  // The success page knows the payment by the same id.
  const session_id = new URL(receipt).searchParams.get('payment') ?? ''
  await page.goto(`/payment-success?${new URLSearchParams({ session_id })}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Successful!')
  await expect(page.getByText(`$120.30 for invoices ${first.number}, `)).toBeVisible()
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()
  await expect(parts.receipt).toBeVisible()
  await page.getByRole('link', { name: 'Pay the rest' }).click()
  await expect(page).toHaveURL(payPath(second))
  await expect(parts.pay).toHaveText('Pay $40.00')
})

test('shows why a card was declined, and the next try goes through', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 40[23]|ERR_FAILED|dynamically imported module/)
  const { name, invoices } = await addCustomer(desk, 45)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await fillAll(page, '4000000000000002')
  await parts.pay.click()
  await expect(parts.alert).toContainText('Your card was declined.')
  // After this many declines, the next try needs an invisible human check.
  for (const _ of [2, 3]) {
    const answered = page.waitForResponse('**/api/stripe/create-payment')
    await parts.pay.click()
    expect((await answered).status()).toBe(402)
    await expect(parts.alert).toContainText('Your card was declined.')
  }
  // The view after paying can't be loaded, such as after an update of the server.
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    const isView = (await response.text()).includes('Still open')
    return isView ? route.abort() : route.fulfill({ response })
  })
  // A reload keeps the payer's details, but not the card and the consent.
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
  await expect(page.getByText(`You paid $45.00 for invoice ${invoice.number}.`)).toBeVisible()
  await expect(parts.receipt).toBeVisible()
  await bookedFor(desk, name, 1)
})

test('repeats the bank challenge after a refusal, and refuses a second payer during it', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 40[249]/)
  page.on('dialog', (dialog) => dialog.accept())
  const { name, invoices } = await addCustomer(desk, 30)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await fillAll(page, '4000002760003184')
  await parts.pay.click()
  await parts.bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(parts.alert).toContainText("Your bank couldn't confirm that it was you.")
  await parts.pay.click()
  await parts.bank.getByRole('button', { name: 'Cancel' }).click()
  await expect(parts.alert).toBeVisible()

  await test.step('after leaving during the challenge, the customer can continue or cancel', async () => {
    await parts.pay.click()
    await expect(parts.bank.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await page.reload()
    await expect(parts.alert).toContainText('Your bank needs you to confirm your payment of $30.00')
    await page.getByRole('button', { name: 'Cancel payment' }).click()
    await expect(page.getByText("Payment canceled. You weren't charged.")).toBeVisible()
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
  await expectBalance(desk, invoice, 0)
  await pay(other).alert.getByRole('button', { name: 'Search again' }).click()
  await expect(pay(other).row(invoice.number)).toContainText('Paid')
})

test('lost and slow answers never cause a second payment, even after a reload', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const { name, invoices } = await addCustomer(desk, 75)
  const [invoice] = invoices
  if (!invoice) throw new Error('No invoice was created')
  await openInvoice(page, invoice)
  const parts = pay(page)
  await parts.amount(invoice.number).fill('$70.00')
  await fillAll(page)
  const create = '**/api/stripe/create-payment'

  await test.step('the answer is lost', async () => {
    let requests = 0
    await page.route(create, async (route) => {
      requests += 1
      if (requests === 1) await route.fetch()
      await route.abort()
    })
    await parts.pay.click()
    await expect(parts.alert).toContainText("We're checking your payment")
  })

  await test.step('the payment is still being confirmed', async () => {
    const processing = { status: 'processing', amount: 70, invoiceNumbers: [invoice.number] }
    // The provider's real delays take minutes, so these answers are stubs; the last one is real.
    await page.route('**/api/payments/complete', (route) => {
      const { paymentId } = route.request().postDataJSON()
      return route.fulfill({ json: { ...processing, paymentId } })
    })
    await page.route(create, async (route) => {
      const { paymentId } = await (await route.fetch()).json()
      await route.fulfill({ json: { ...processing, paymentId } })
    })
    // A reload resumes polling without a press.
    await page.reload()
    await expect(page.getByText("We'll show the result here as soon as we know it.")).toBeVisible()
    await expect(parts.amount(invoice.number)).toHaveValue('70.00')
    await expect(parts.card).toBeHidden()
    await page.route(SEARCH, (route) => route.abort())
    await page.reload()
    await expect(page.getByText("We'll show the result here as soon as we know it.")).toBeVisible()
    await page.unroute('**/api/payments/complete')
  })

  await expect(parts.success).toBeVisible()
  await expect(parts.paid('$70.00')).toBeVisible()
  await bookedFor(desk, name, 1)
  await expectBalance(desk, invoice, 5)

  // The search failed, and the address doesn't change.
  await page.unroute(SEARCH)
  await page.getByRole('button', { name: 'Pay the rest' }).click()
  await expect(parts.pay).toHaveText('Pay $5.00')
})
