// Setup for the reconciliation tests: booked payments, and the differences reported for each.
import { type PaymentDifference, reconcilePayments } from '@invoice-desk/contract/payments/admin'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'

export type Row = Record<string, unknown>

export const numberOf = ([first]: readonly Found[]): string => first?.number ?? ''

/** Call it once at the top of a file, and use the result inside its tests. */
export const useReconciliation = () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop(SHORT_TIMEOUTS)
  })
  afterAll(() => shop.desk.close())
  beforeEach(async () => {
    await shop.clearFaults()
    await shop.post('/stripe/switches', { webhooks: 'on' })
    await shop.post('/paypal/switches', { webhooks: 'on' })
  })

  const reconcile = () => shop.desk.call(reconcilePayments, { token: shop.token })
  return {
    get shop() {
      return shop
    },
    reconcile,
    /** The differences that mention this id, on any side. */
    differencesOf: async (id: unknown): Promise<PaymentDifference[]> => {
      const { body } = await reconcile()
      expect(body.failure).toBeUndefined()
      return body.differences.filter(
        ({ attemptId, providerId, qboPaymentId }: PaymentDifference) =>
          attemptId === id || providerId === id || qboPaymentId === id,
      )
    },
    /** Makes the payment an hour old. */
    age: ({ id }: Row) =>
      shop.query(
        sql`UPDATE payment_attempt SET updated_at = now() - interval '1 hour', captured_at = captured_at - interval '1 hour' WHERE id = ${id as string}`,
      ),
    payByCard: async (amount: number): Promise<Row> => {
      const invoices = await shop.invoices(amount)
      await shop.pay(invoices)
      return shop.waitForBooked(numberOf(invoices))
    },
    payByWallet: async (amount: number): Promise<Row> => {
      const invoices = await shop.invoices(amount)
      const { body } = await shop.order(invoices)
      await shop.answerWindow(body.id, 'approve')
      await shop.capture(body.id, invoices)
      return shop.waitForBooked(numberOf(invoices))
    },
    bookingOf: async ({ reference }: Row): Promise<Row> =>
      (await shop.bookingsOf(reference))[0] ?? {},
  }
}
