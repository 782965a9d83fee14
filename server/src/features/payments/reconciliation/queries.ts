// Rows of the comparisons, and the attempts they look at.
import { FINAL_STATES, type PaymentDifference } from '@invoice-desk/contract/payments-admin'
import { and, desc, eq, gt, gte, inArray, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { paymentAttempt, paymentReconciliation } from '../../../db/schema/payments.ts'
import type { Attempt } from '../queries.ts'

export type ReconciliationRow = typeof paymentReconciliation.$inferSelect

/** The text of a comparison that is running, and of one whose process died. */
const UNFINISHED = 'It has not finished.'

/** Longer than any comparison takes; then whoever began it is taken for dead. */
const RUN_MINUTES_MAX = 15
const IDS_A_QUERY_MAX = 500

/** Undefined while another one runs. */
export const beginReconciliation = async (
  tx: Db,
  since: string,
): Promise<ReconciliationRow | undefined> => {
  // Two processes could both see that none runs, unless they look one after the other.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('payment_reconciliation'))`)
  const begun = sql`now() - make_interval(mins => ${RUN_MINUTES_MAX})`
  const isRunning = and(
    eq(paymentReconciliation.failure, UNFINISHED),
    gt(paymentReconciliation.at, begun),
  )
  if ((await tx.$count(paymentReconciliation, isRunning)) > 0) return undefined
  const [row] = await tx
    .insert(paymentReconciliation)
    .values({ since, failure: UNFINISHED })
    .returning()
  return row
}

export const finishReconciliation = async (
  db: Db,
  id: string,
  found: {
    charges: number
    attempts: number
    bookings: number
    differences: PaymentDifference[]
    failure: string | null
  },
): Promise<ReconciliationRow | undefined> => {
  const [row] = await db
    .update(paymentReconciliation)
    .set(found)
    .where(eq(paymentReconciliation.id, id))
    .returning()
  return row
}

export const listReconciliationRows = (db: Db, max: number): Promise<ReconciliationRow[]> =>
  db
    .select()
    .from(paymentReconciliation)
    .orderBy(desc(paymentReconciliation.at), desc(paymentReconciliation.id))
    .limit(max)

export const findReconciliation = async (
  db: Db,
  id: string,
): Promise<ReconciliationRow | undefined> => {
  const [row] = await db
    .select()
    .from(paymentReconciliation)
    .where(eq(paymentReconciliation.id, id))
  return row
}

export const deleteReconciliationsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentReconciliation).where(lt(paymentReconciliation.at, before))
}

/** Those begun or changed since then, those still open, and those that staff have not taken care of yet. */
export const listAttemptsSince = (db: Db, since: Date, max: number): Promise<Attempt[]> =>
  db
    .select()
    .from(paymentAttempt)
    .where(
      or(
        gte(paymentAttempt.createdAt, since),
        gte(paymentAttempt.updatedAt, since),
        notInArray(paymentAttempt.state, [...FINAL_STATES]),
        ne(paymentAttempt.review, ''),
      ),
    )
    .orderBy(desc(paymentAttempt.createdAt))
    .limit(max)

const inParts = async (
  values: readonly string[],
  read: (part: string[]) => Promise<Attempt[]>,
): Promise<Attempt[]> => {
  const found: Attempt[] = []
  for (let at = 0; at < values.length; at += IDS_A_QUERY_MAX) {
    found.push(...(await read(values.slice(at, at + IDS_A_QUERY_MAX))))
  }
  return found
}

export const listAttemptsByIds = (db: Db, ids: readonly string[]): Promise<Attempt[]> =>
  inParts(ids, (part) =>
    db
      .select()
      .from(paymentAttempt)
      // As text, because a provider's metadata may hold anything.
      .where(inArray(sql`${paymentAttempt.id}::text`, part)),
  )

export const listAttemptsByReferences = (
  db: Db,
  references: readonly string[],
): Promise<Attempt[]> =>
  inParts(references, (part) =>
    db.select().from(paymentAttempt).where(inArray(paymentAttempt.reference, part)),
  )
