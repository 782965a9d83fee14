// A payment as QuickBooks holds it: looked for by the provider's id in its note, or made.
import { addDays, businessDay } from '@invoice-desk/contract/business-day'
import type { Dependencies } from '../../../dependencies.ts'
import type { Invoice } from '../../../providers/quickbooks/invoices.ts'
import type { CustomerPayment } from '../../../providers/quickbooks/payments.ts'
import { keysOf } from '../attempt/attempt.ts'
import { type Attempt, type Line, listLines } from '../queries.ts'
import { PROVIDERS } from '../reconciliation/compare.ts'

export const createBookings = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const quickbooks = dependencies.quickbooks.for('money')
  const dayOf = (moment: Date): string => businessDay(moment, config.businessTimeZone)

  const applicable = async (attemptId: string) => {
    const lines = await listLines(database.db, attemptId)
    return applyTo(lines, await quickbooks.invoices.listByIds(lines.map((line) => line.invoiceId)))
  }

  return {
    find: (attempt: Attempt): Promise<CustomerPayment | undefined> =>
      quickbooks.payments.findByMemoId(
        attempt.customerId,
        attempt.reference ?? '',
        addDays(dayOf(attempt.createdAt), -1),
      ),

    create: async (attempt: Attempt): Promise<CustomerPayment> =>
      quickbooks.payments.create(
        {
          realmId: attempt.realmId,
          customerId: attempt.customerId,
          date: dayOf(attempt.capturedAt ?? new Date()),
          totalCents: attempt.totalCents,
          invoices: await applicable(attempt.id),
          memo: `${PROVIDERS[attempt.method]} payment (ID: ${attempt.reference})`,
          reference: attempt.reference ?? '',
        },
        keysOf(attempt).booking,
      ),
  }
}

/** What this payment may still put on each invoice: someone may have paid it another way meanwhile. */
const applyTo = (
  lines: readonly Pick<Line, 'invoiceId' | 'amountCents'>[],
  invoices: readonly Pick<Invoice, 'id' | 'balanceCents'>[],
) => {
  const balances = new Map(invoices.map(({ id, balanceCents }) => [id, balanceCents]))
  return lines
    .map(({ invoiceId, amountCents }) => ({
      id: invoiceId,
      amountCents: Math.min(amountCents, Math.max(0, balances.get(invoiceId) ?? 0)),
    }))
    .filter(({ amountCents }) => amountCents > 0)
}
