// Withdraws a contractor's bill that isn't decided.
import type { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import type { Db } from '../../../db/client.ts'
import { voidRemainingBill } from '../../bills/posted-bill.ts'
import type { BillRow } from '../../bills/queries.ts'
import { moveBill } from '../../bills/write-bill.ts'
import { assertUndecided, lockOwnBill } from './correction.ts'

/** Needs a transaction. */
export const withdrawBill = async (
  tx: Db,
  email: string,
  { billId, version }: BodyOf<typeof withdrawInvoice>,
): Promise<BillRow> => {
  const bill = await lockOwnBill(tx, email, billId)
  // A repeated request.
  if (bill.status === 'withdrawn') return bill
  const { id } = bill
  const remaining = await assertUndecided(tx, bill, { version })
  // Staff may have added its bill already.
  const jobs = remaining && !remaining.isMarked ? await voidRemainingBill(tx, id) : []
  // A bill that QuickBooks didn't confirm may still appear for a while.
  const values = { decidedAt: new Date() }
  const row = await moveBill(tx, 'withdraw', { id, actor: email, values, jobs })
  if (!row) throw new Error('the withdrawn bill is gone')
  return row
}
