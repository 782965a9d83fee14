// When and how a bill was paid.
import { businessDay } from '@invoice-desk/contract/business-day'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { listBillPayments } from '../accounting/queries.ts'
import type { BillRow } from './queries.ts'

export type Payment = { readonly date: string; readonly reference?: string | undefined }

/** Undefined if it isn't paid. */
export const readPayment = async (
  db: Db,
  { businessTimeZone }: Pick<Config, 'businessTimeZone'>,
  bill: Pick<BillRow, 'id' | 'status' | 'paidAt' | 'paidDate' | 'paidReference'>,
): Promise<Payment | undefined> => {
  if (bill.status !== 'paid') return undefined
  if (bill.paidDate) return { date: bill.paidDate, reference: bill.paidReference ?? undefined }
  const [payment] = await listBillPayments(db, [bill.id])
  return {
    date: payment?.date || businessDay(bill.paidAt ?? new Date(), businessTimeZone),
    reference: payment?.reference || undefined,
  }
}
