// Reads and writes payment attempts, the invoices they hold, and webhook events.
import { and, asc, eq, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { isFree, secondsFromNow } from '../../db/lease.ts'
import { prepared } from '../../db/prepared.ts'
import { paymentAttempt, paymentEvent, paymentLine } from '../../db/schema/payments.ts'
import { LEASE_SECONDS } from './attempt/attempt.ts'

export type Attempt = typeof paymentAttempt.$inferSelect
export type Line = typeof paymentLine.$inferSelect
/** The amount to pay on an invoice, before QuickBooks is asked about it. */
export type HeldLine = Pick<Line, 'position' | 'invoiceId' | 'amountCents'>
type Columns = typeof paymentAttempt.$inferInsert
export type Change = Partial<
  Omit<Columns, 'id' | 'key' | 'state' | 'nextCheckAt' | 'checks' | 'sentAt'>
>

const given = sql.placeholder

const leaseEnd = secondsFromNow(LEASE_SECONDS)

const attemptBy = (column: 'id' | 'key' | 'providerId') => {
  const statement = prepared((db) =>
    db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt[column], given('value')))
      .prepare(`attempt_by_${column}`),
  )
  return async (db: Db, value: string): Promise<Attempt | undefined> =>
    (await statement(db).execute({ value }))[0]
}
export const findAttempt = attemptBy('id')
export const findAttemptByKey = attemptBy('key')
export const findAttemptByProviderId = attemptBy('providerId')

/** Compares as text, because an id from a provider may not be a UUID. */
const listAttemptsBy = (column: 'id' | 'reference') => (db: Db, values: readonly string[]) =>
  db
    .select()
    .from(paymentAttempt)
    .where(sql`${paymentAttempt[column]}::text = ANY(${sql.param(values)})`)
export const listAttemptsByIds = listAttemptsBy('id')
export const listAttemptsByReferences = listAttemptsBy('reference')

type NewAttempt = Pick<
  Columns,
  | 'key'
  | 'requestHash'
  | 'method'
  | 'realmId'
  | 'customerId'
  | 'totalCents'
  | 'companyName'
  | 'payerName'
  | 'email'
  | 'termsVersion'
>

/** Undefined if the key is taken. The caller holds the new attempt's lease. */
export const insertAttempt = async (db: Db, attempt: NewAttempt): Promise<Attempt | undefined> => {
  const [row] = await db
    .insert(paymentAttempt)
    .values({
      ...attempt,
      termsAgreedAt: attempt.termsVersion ? sql`now()` : null,
      state: 'created',
      leasedUntil: leaseEnd,
      nextCheckAt: leaseEnd,
    })
    .onConflictDoNothing({ target: paymentAttempt.key })
    .returning()
  return row
}

/** False if another live attempt holds one of the invoices; the caller's transaction must not commit then. */
export const insertLines = async (
  db: Db,
  { id: attemptId, realmId }: Attempt,
  lines: readonly HeldLine[],
): Promise<boolean> => {
  // Always in the same order, so two payments of the same invoices can't deadlock.
  const rows = lines.toSorted((a, b) => a.invoiceId.localeCompare(b.invoiceId))
  const inserted = await db
    .insert(paymentLine)
    .values(rows.map((line) => ({ ...line, attemptId, realmId })))
    .onConflictDoNothing()
    .returning({ position: paymentLine.position })
  return inserted.length === lines.length
}

const linesOfAttempt = prepared((db) =>
  db
    .select()
    .from(paymentLine)
    .where(eq(paymentLine.attemptId, given('attemptId')))
    .orderBy(asc(paymentLine.position))
    .prepare('lines_of_attempt'),
)
export const listLines = (db: Db, attemptId: string): Promise<Line[]> =>
  linesOfAttempt(db).execute({ attemptId })

export const listNumbers = async (db: Db, attemptId: string): Promise<string[]> =>
  (await listLines(db, attemptId)).map(({ invoiceNumber }) => invoiceNumber)

const describedLines = prepared((db) =>
  db
    .update(paymentLine)
    .set({ invoiceNumber: sql`seen.number`, balanceCents: sql`seen."balanceCents"` })
    .from(
      sql`json_to_recordset(${given('lines')}::json) AS seen(position int, number text, "balanceCents" bigint)`,
    )
    .where(
      and(
        eq(paymentLine.attemptId, given('attemptId')),
        sql`${paymentLine.position} = seen.position`,
      ),
    )
    .prepare('described_lines'),
)
/** Stores what QuickBooks says about the invoices. */
export const describeLines = async (
  db: Db,
  { id: attemptId }: Attempt,
  lines: readonly { position: number; number: string; balanceCents: number }[],
): Promise<void> => {
  await describedLines(db).execute({ attemptId, lines: JSON.stringify(lines) })
}

/** Undefined while someone else holds the lease. */
export const leaseAttempt = async (db: Db, id: string): Promise<Attempt | undefined> => {
  const [row] = await db
    .update(paymentAttempt)
    .set({ leasedUntil: leaseEnd })
    .where(and(eq(paymentAttempt.id, id), isFree(paymentAttempt.leasedUntil)))
    .returning()
  return row
}

export type Lease = { readonly id: string; readonly leasedUntil: Date }

/** The lease's new end, or null if someone else has the attempt by now. */
export const renewLease = async (db: Db, { id, leasedUntil }: Lease): Promise<Date | null> => {
  const [row] = await db
    .update(paymentAttempt)
    .set({ leasedUntil: leaseEnd })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.leasedUntil, leasedUntil)))
    .returning({ leasedUntil: paymentAttempt.leasedUntil })
  return row?.leasedUntil ?? null
}

const releasedLease = prepared((db) =>
  db
    .update(paymentAttempt)
    .set({ leasedUntil: null })
    .where(
      and(eq(paymentAttempt.id, given('id')), eq(paymentAttempt.leasedUntil, given('leasedUntil'))),
    )
    .prepare('released_lease'),
)
export const releaseLease = async (db: Db, lease: Lease): Promise<void> => {
  await releasedLease(db).execute(lease)
}

/** Changes an attempt without moving it to another state. */
export const updateAttempt = async (db: Db, id: string, change: Change): Promise<void> => {
  await db
    .update(paymentAttempt)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(paymentAttempt.id, id))
}

export const scheduleCheck = async (
  db: Db,
  { id, checks }: Pick<Attempt, 'id' | 'checks'>,
  seconds: number | undefined,
): Promise<void> => {
  const nextCheckAt = seconds === undefined ? null : secondsFromNow(seconds)
  await db.update(paymentAttempt).set({ checks, nextCheckAt }).where(eq(paymentAttempt.id, id))
}

/** Attempts that are due for a check, longest overdue first. */
export const listDueIds = async (db: Db, max: number): Promise<string[]> => {
  const rows = await db
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .where(and(lte(paymentAttempt.nextCheckAt, sql`now()`), isFree(paymentAttempt.leasedUntil)))
    .orderBy(asc(paymentAttempt.nextCheckAt))
    .limit(max)
  return rows.map(({ id }) => id)
}

export const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(paymentEvent, eq(paymentEvent.id, id))) > 0

/** False if the event was stored before. */
export const insertEvent = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db.insert(paymentEvent).values({ id }).onConflictDoNothing().returning()
  return rows.length > 0
}

export const deleteEventsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentEvent).where(lt(paymentEvent.receivedAt, before))
}
