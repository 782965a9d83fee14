// What people do on the pages, from the last click until the page shows the result.

import { payPath } from '@invoice-desk/contract/payments/pay-path'
import type { Page } from '@playwright/test'
import { fillAll, fillPayer, type Invoice, pay } from '../../../e2e/support/payments.ts'
import { STAFF } from '../../../e2e/support/people.ts'
import { signIn } from '../../../e2e/support/sign-in.ts'

/** What one run of all actions needs. */
export type Material = {
  /** The open invoices of a customer: one to look up, one to pay by card and one through PayPal. */
  readonly invoices: readonly [Invoice, Invoice, Invoice]
  /** A customer's invoice with a payment by card. */
  readonly paid: Invoice
  /** A task that can be added to QuickBooks. */
  readonly taskId: string
}

export type Action = {
  readonly name: string
  /** Calls in a row. */
  readonly goal: string
  /** Everything up to the click. */
  readonly prepare?: (page: Page, material: Material) => Promise<unknown>
  /** The click, and waiting for the result. */
  readonly run: (page: Page, material: Material) => Promise<unknown>
}

/** In this order, because some continue where the previous one ended. */
export const ACTIONS: readonly Action[] = [
  {
    name: 'look up an invoice',
    goal: '0',
    prepare: async (page, { invoices: [{ number, date }] }) => {
      await page.goto('/pay-invoice')
      await pay(page).number.fill(number)
      await pay(page).date.fill(date)
    },
    run: async (page, { invoices: [{ number }] }) => {
      await pay(page).search.click()
      await pay(page).row(number).waitFor()
    },
  },
  {
    name: 'payment history',
    goal: '0',
    prepare: (page, { paid }) => openInvoice(page, paid),
    run: async (page, { paid }) => {
      await pay(page).history(paid.number).click()
      await pay(page).dialog.getByText('CREDIT CARD').waitFor()
    },
  },
  {
    name: 'QuickBooks status of a task',
    goal: '0',
    prepare: (page) => signIn(page, STAFF, '/'),
    run: async (page, { taskId }) => {
      await page.goto(`/approve-invoice?taskId=${taskId}`)
      await page.getByText('Not Found in QuickBooks').waitFor()
    },
  },
  {
    name: 'approve and add the bill',
    goal: '1, or 2 with a live check for duplicates',
    run: async (page) => {
      await page.getByRole('button', { name: 'Approve & Add to QB' }).click()
      await page.getByText('Bill created in QuickBooks successfully').first().waitFor()
    },
  },
  {
    name: 'pay by card',
    goal: '2',
    prepare: async (page, { invoices: [, invoice] }) => {
      await openInvoice(page, invoice)
      await fillAll(page)
    },
    run: async (page) => {
      await pay(page).pay.click()
      await pay(page).success.waitFor()
    },
  },
  {
    name: 'start PayPal',
    goal: 'only PayPal’s own',
    prepare: async (page, { invoices: [, , invoice] }) => {
      await openInvoice(page, invoice)
      await pay(page).chooseMethod('PayPal')
      await fillPayer(page)
      await pay(page).wallet.and(page.locator('[aria-disabled=false]')).waitFor()
    },
    run: async (page) => {
      await pay(page).wallet.click()
      await payNow(page).waitFor()
    },
  },
  {
    name: 'capture a PayPal payment',
    goal: 'only PayPal’s own',
    run: async (page) => {
      await payNow(page).click()
      await pay(page).success.waitFor()
    },
  },
]

const openInvoice = async (page: Page, invoice: Invoice): Promise<void> => {
  await page.goto(payPath(invoice))
  await pay(page).row(invoice.number).waitFor()
}

const payNow = (page: Page) => pay(page).walletWindow.getByRole('button', { name: 'Pay now' })
