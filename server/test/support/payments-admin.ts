// Setup for the tests of the staff payments page.
import {
  checkPaymentAttempt,
  getPaymentAttempt,
  resolvePaymentAttempt,
} from '@invoice-desk/contract/payments/admin'
import { exportPaymentAttempts, listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import { CHALLENGED } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export const numberOf = ([first]: readonly Found[]): string => first?.number ?? ''

/** Call it once at the top of a file, and use the result inside its tests. */
export const usePaymentsAdmin = () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(SHORT_TIMEOUTS)
  })
  afterAll(() => shop.desk.close())
  beforeEach(async () => {
    await shop.clearFaults()
  })

  return {
    get shop() {
      return shop
    },
    list: async (query: Record<string, unknown> = {}) =>
      (await shop.desk.call(listPaymentAttempts, { token: shop.token, query })).body,
    refusal: async (query: Record<string, unknown>) => {
      const options = { token: shop.token, query }
      const { status, body } = await shop.desk.call(listPaymentAttempts, options)
      return [status, body.field]
    },
    /** The lines of the CSV, and the response's headers. */
    exported: async (query: Record<string, unknown>) => {
      const options = { token: shop.token, query }
      const { status, headers, body } = await shop.desk.call(exportPaymentAttempts, options)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { headers, lines: String(body).replace('\ufeff', '').trim().split('\r\n') }
    },
    look: (id: unknown) => shop.desk.call(getPaymentAttempt, { token: shop.token, query: { id } }),
    check: (id: unknown) =>
      shop.desk.call(checkPaymentAttempt, { token: shop.token, body: { id } }),
    resolve: (id: unknown, note = 'Refunded by phone.', lookedUp?: boolean) =>
      shop.desk.call(resolvePaymentAttempt, { token: shop.token, body: { id, note, lookedUp } }),
    /** Pays an amount that differs from the attempt's total. */
    payWrongly: async (amount: number) => {
      const invoices = await shop.invoices(amount)
      const challenged = await shop.pay(invoices, { paymentMethodId: CHALLENGED })
      const { id } = (await shop.attemptOf(numberOf(invoices))) ?? {}
      await shop.changeAttempt(numberOf(invoices), sql`total_cents = total_cents + 100`)
      await shop.answerBank(challenged.body.clientSecret, 'complete')
      await shop.waitForState(numberOf(invoices), 'needs_review')
      return { invoices, id }
    },
  }
}
