// Writes imports in parts. Their transactions become visible when the import is done.
import type { ImportFormat } from '@invoice-desk/contract/retailer/retailer'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { isFree, secondsFromNow } from '../../../db/lease.ts'
import { retailerImport, retailerTransaction } from '../../../db/schema/retailer.ts'
import type { Charge } from './charge.ts'

const LEASE_SECONDS = 60
const ROWS_PER_DELETE = 2_000

const lease = secondsFromNow(LEASE_SECONDS)

/** False while another import is running. */
export const beginImport = async (
  db: Db,
  started: { id: string; format: ImportFormat; actor: string; total: number },
): Promise<boolean> => {
  const { rowCount } = await db
    .insert(retailerImport)
    .values({ ...started, state: 'running', leaseUntil: lease })
    .onConflictDoNothing()
  return rowCount === 1
}

const running = (id: string) => and(eq(retailerImport.id, id), eq(retailerImport.state, 'running'))

/** Counts a part as written and extends the lease. Locks the row. False if the import has failed. */
export const advanceImport = async (tx: Db, id: string, count: number): Promise<boolean> => {
  const { rowCount } = await tx
    .update(retailerImport)
    .set({ done: sql`${retailerImport.done} + ${count}`, leaseUntil: lease })
    .where(running(id))
  return rowCount === 1
}

/** Returns how many were new. All rows go in one parameter, which is faster to plan than thousands. */
export const insertCharges = async (
  tx: Db,
  importId: string,
  charges: readonly Charge[],
): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO ${retailerTransaction}
      (id, date, amount_cents, card_brand, card_last4, order_id, order_url, import_id)
    SELECT id, date, "amountCents", "cardBrand", "cardLast4", "orderId", "orderUrl", ${importId}::uuid
    FROM json_to_recordset(${JSON.stringify(charges)})
      AS row (id uuid, date date, "amountCents" bigint, "cardBrand" text, "cardLast4" text,
              "orderId" text, "orderUrl" text)
    ON CONFLICT (id) DO NOTHING`)
  return rowCount ?? 0
}

/** Makes the import's transactions visible. False if the import has failed. */
export const completeImport = async (tx: Db, id: string): Promise<boolean> => {
  const { rowCount } = await tx
    .update(retailerImport)
    .set({ state: 'done', finishedAt: sql`now()` })
    .where(running(id))
  return rowCount === 1
}

export const failImport = async (db: Db, id: string): Promise<void> => {
  await db
    .update(retailerImport)
    .set({ state: 'failed', finishedAt: sql`now()` })
    .where(running(id))
}

/** Fails imports whose process has died. */
export const failDeadImports = async (db: Db): Promise<void> => {
  await db
    .update(retailerImport)
    .set({ state: 'failed', finishedAt: sql`now()` })
    .where(and(eq(retailerImport.state, 'running'), isFree(retailerImport.leaseUntil)))
}

/** Deletes some rows of failed imports. False if none were left. */
export const deleteFailedRows = async (db: Db): Promise<boolean> => {
  const failedRows = db
    .select({ id: retailerTransaction.id })
    .from(retailerTransaction)
    .innerJoin(retailerImport, eq(retailerImport.id, retailerTransaction.importId))
    .where(eq(retailerImport.state, 'failed'))
    .limit(ROWS_PER_DELETE)
  const { rowCount } = await db
    .delete(retailerTransaction)
    .where(inArray(retailerTransaction.id, failedRows))
  return rowCount !== 0
}

export const findImport = async (db: Db, id: string) => {
  const { state, done, total } = retailerImport
  const [found] = await db
    .select({ state, done, total })
    .from(retailerImport)
    .where(eq(retailerImport.id, id))
  return found
}
