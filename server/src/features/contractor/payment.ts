// When and how bills were paid.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { Db } from '../../db/client.ts'
import type { Config } from '../../settings/config.ts'
import { listBillPayments } from '../accounting/queries.ts'
import type { BillRow } from './queries.ts'

export type Payment = {
  readonly date: string
  readonly reference?: string | undefined
  /** What was paid with it, which may be the rest of a bill. */
  readonly amountCents: number
  /** The bill in QuickBooks. Two invoices may share one. */
  readonly qboBillId?: string | null | undefined
}

type PaidBill = Pick<
  BillRow,
  'id' | 'status' | 'amountCents' | 'paidAt' | 'paidDate' | 'paidReference'
>

/** The last payment of a bill. Undefined if it isn't paid. */
export const readPayment = async (
  db: Db,
  { businessTimeZone }: Pick<Config, 'businessTimeZone'>,
  bill: PaidBill,
): Promise<Payment | undefined> => {
  if (bill.status !== 'paid') return undefined
  const { amountCents, paidDate, paidReference } = bill
  if (paidDate) return { date: paidDate, reference: paidReference ?? undefined, amountCents }
  const [payment] = await listBillPayments(db, [bill.id])
  return {
    date: payment?.date || businessDay(bill.paidAt ?? new Date(), businessTimeZone),
    reference: payment?.reference || undefined,
    amountCents: payment?.amountCents ?? amountCents,
    qboBillId: payment?.billId,
  }
}
