// Writing an import: part by part, each in a short transaction, seen by nobody until the last one.
import type { ImportFormat } from '@invoice-desk/contract/retailer'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../db/client.ts'
import { retailerImport, retailerTransaction } from '../../../db/schema/retailer.ts'
import type { Charge } from './charge.ts'

const LEASE_SECONDS = 60
const DELETED_AT_ONCE = 2_000

const lease = sql`now() + make_interval(secs => ${LEASE_SECONDS})`

/** False while another import is running. */
export const beginImport = async (
  db: Db,
  begun: { id: string; format: ImportFormat; actor: string; total: number },
): Promise<boolean> => {
  const inserted = await db
    .insert(retailerImport)
    .values({ ...begun, state: 'running', leaseUntil: lease })
    .onConflictDoNothing()
    .returning({ id: retailerImport.id })
  return inserted.length === 1
}

const running = (id: string) => and(eq(retailerImport.id, id), eq(retailerImport.state, 'running'))

/**
 * Counts a part as written and keeps the import alive; false when it was given up meanwhile. The row
 * stays locked until the transaction ends, so an import cannot be given up and written at once.
 */
export const advanceImport = async (tx: Db, id: string, count: number): Promise<boolean> => {
  const advanced = await tx
    .update(retailerImport)
    .set({ done: sql`${retailerImport.done} + ${count}`, leaseUntil: lease })
    .where(running(id))
    .returning({ id: retailerImport.id })
  return advanced.length === 1
}

/** How many were new. All rows are one parameter: a thousand of each column would be slow to plan. */
export const insertCharges = async (
  tx: Db,
  importId: string,
  charges: readonly Charge[],
): Promise<number> => {
  const rows = charges.map(({ card, ...charge }) => ({ ...charge, ...card }))
  const { rows: counted } = await tx.execute(sql`
    WITH added AS (
      INSERT INTO ${retailerTransaction}
        (id, date, amount_cents, card_brand, card_last4, order_id, order_url, import_id)
      SELECT id, date, "amountCents", brand, last4, "orderId", "orderUrl", ${importId}::uuid
      FROM json_to_recordset(${JSON.stringify(rows)})
        AS row (id uuid, date date, "amountCents" bigint, brand text, last4 text,
                "orderId" text, "orderUrl" text)
      ON CONFLICT (id) DO NOTHING RETURNING 1
    )
    SELECT count(*) AS count FROM added`)
  return z.array(z.object({ count: z.coerce.number() })).parse(counted)[0]?.count ?? 0
}

/** From this moment everybody sees the import's rows; false when it was given up meanwhile. */
export const completeImport = async (tx: Db, id: string): Promise<boolean> => {
  const completed = await tx
    .update(retailerImport)
    .set({ state: 'done', finishedAt: sql`now()` })
    .where(running(id))
    .returning({ id: retailerImport.id })
  return completed.length === 1
}

export const giveUpImport = async (db: Db, id: string): Promise<void> => {
  await db
    .update(retailerImport)
    .set({ state: 'failed', finishedAt: sql`now()` })
    .where(running(id))
}

/** Gives up imports whose process has died. */
export const giveUpDeadImports = async (db: Db): Promise<void> => {
  await db
    .update(retailerImport)
    .set({ state: 'failed', finishedAt: sql`now()` })
    .where(and(eq(retailerImport.state, 'running'), lt(retailerImport.leaseUntil, sql`now()`)))
}

/** Removes some rows of imports that were given up; false when there are none left. */
export const deleteUnseen = async (db: Db): Promise<boolean> => {
  const unseen = db
    .select({ id: retailerTransaction.id })
    .from(retailerTransaction)
    .innerJoin(retailerImport, eq(retailerImport.id, retailerTransaction.importId))
    .where(eq(retailerImport.state, 'failed'))
    .limit(DELETED_AT_ONCE)
  const deleted = await db
    .delete(retailerTransaction)
    .where(inArray(retailerTransaction.id, unseen))
    .returning({ id: retailerTransaction.id })
  return deleted.length > 0
}

export const findImport = async (db: Db, id: string) => {
  const { state, done, total } = retailerImport
  const [found] = await db
    .select({ state, done, total })
    .from(retailerImport)
    .where(eq(retailerImport.id, id))
  return found
}
