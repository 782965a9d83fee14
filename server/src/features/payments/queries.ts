// Reads and writes payment attempts and the invoices they hold.

import { and, asc, eq, gt, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { type AuditEvent, eventsJson } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { isFree, secondsFromNow } from '../../db/lease.ts'
import { prepared } from '../../db/prepared.ts'
import { recordChange } from '../../db/record.ts'
import { qboConnection } from '../../db/schema/accounting.ts'
import { paymentAttempt, paymentLine } from '../../db/schema/payments.ts'
import { LEASE_SECONDS } from './attempt/attempt.ts'
import { IS_PAUSED } from './restore/queries.ts'

export type Attempt = typeof paymentAttempt.$inferSelect
export type Line = typeof paymentLine.$inferSelect

/** Paid, and staff entered it in QuickBooks by hand. */
export const isSettledByHand = ({ state, qboPaymentId }: Attempt): boolean =>
  state === 'booked' && qboPaymentId === null

export const invoiceNumbers: SQL<string[]> =
  sql`ARRAY(SELECT invoice_number FROM ${paymentLine} WHERE attempt_id = ${paymentAttempt.id} ORDER BY position)`

/** As the index has it. */
export const isToReview: SQL = sql`${paymentAttempt.reviewReasons} <> '[]'`

/** What to pay on an invoice. Its number and balance are what the payer saw until QuickBooks has told us the current ones. */
export type HeldLine = Omit<Line, 'attemptId' | 'realmId' | 'isLive'>
type Columns = typeof paymentAttempt.$inferInsert
export type Change = Partial<
  Omit<Columns, 'id' | 'key' | 'state' | 'nextCheckAt' | 'checks' | 'sentAt'>
>

const given = sql.placeholder

const leaseEnd = secondsFromNow(LEASE_SECONDS)

const attemptBy = (column: 'id' | 'providerId') => {
  const statement = prepared((db) =>
    db
      .select()
      .from(paymentAttempt)
      .where(eq(paymentAttempt[column], given('value'))),
  )
  return async (db: Db, value: string): Promise<Attempt | undefined> =>
    (await statement(db).execute({ value }))[0]
}
export const findAttempt = attemptBy('id')
export const findAttemptByProviderId = attemptBy('providerId')

const keyAndRealm = prepared((db) =>
  db
    .select({
      existing: paymentAttempt,
      realmId: sql<string>`coalesce((SELECT ${qboConnection.realmId} FROM ${qboConnection}), '')`,
      isPaused: IS_PAUSED,
    })
    .from(sql`(SELECT 1) AS one`)
    .leftJoin(paymentAttempt, eq(paymentAttempt.key, given('key'))),
)
/** The attempt with this key, if there is one, the connected company, and whether new attempts have to wait. */
export const findKeyAndRealm = async (db: Db, key: string) => {
  const [row] = await keyAndRealm(db).execute({ key })
  return {
    existing: row?.existing ?? undefined,
    realmId: row?.realmId ?? '',
    isPaused: row?.isPaused,
  }
}

/** Compares as text, because an id from a provider may not be a UUID. */
const listAttemptsBy =
  (column: 'id' | 'providerId' | 'reference') => (db: Db, values: readonly string[]) =>
    db
      .select()
      .from(paymentAttempt)
      .where(sql`${paymentAttempt[column]}::text = ANY(${sql.param(values)})`)
export const listAttemptsByIds = listAttemptsBy('id')
export const listAttemptsByProviderIds = listAttemptsBy('providerId')
export const listAttemptsByReferences = listAttemptsBy('reference')

export type NewAttempt = Pick<
  Columns,
  | 'id'
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

const begunAttempt = prepared((db) => {
  const changed = db.$with('changed').as(
    db
      .insert(paymentAttempt)
      .values({
        id: given('id'),
        key: given('key'),
        requestHash: given('requestHash'),
        method: given('method'),
        realmId: given('realmId'),
        customerId: given('customerId'),
        totalCents: given('totalCents'),
        companyName: given('companyName'),
        payerName: given('payerName'),
        email: given('email'),
        termsVersion: given('termsVersion'),
        termsAgreedAt: sql`CASE WHEN ${given('termsVersion')}::text IS NOT NULL THEN now() END`,
        state: 'created',
        leasedUntil: leaseEnd,
        nextCheckAt: leaseEnd,
      })
      .onConflictDoNothing({ target: paymentAttempt.key })
      .returning(),
  )
  // Always in the same order, so two payments of the same invoices can't deadlock.
  const lines = db.$with('lines', {}).as(sql`
    INSERT INTO payment_line (attempt_id, realm_id, position, invoice_id, invoice_number, amount_cents, balance_cents)
    SELECT changed.id, changed.realm_id, position, "invoiceId", "invoiceNumber", "amountCents", "balanceCents"
    FROM changed, json_to_recordset(${given('lines')}::json) AS line(position int, "invoiceId" text,
      "invoiceNumber" text, "amountCents" bigint, "balanceCents" bigint)
    ORDER BY "invoiceId"`)
  return recordChange(db, changed, { events: given('events') }, [], [lines])
    .select()
    .from(changed)
})

/**
 * Stores an attempt, its hold on the invoices and its audit event, or nothing. Undefined if the key is taken, `held` if
 * another live attempt holds one of the invoices. The caller holds the new attempt's lease.
 */
export const insertAttempt = async (
  db: Db,
  attempt: NewAttempt,
  lines: readonly HeldLine[],
  event: AuditEvent,
): Promise<Attempt | 'held' | undefined> => {
  const values = { ...attempt, lines: JSON.stringify(lines), events: eventsJson([event]) }
  try {
    return (await begunAttempt(db).execute(values))[0]
  } catch (error) {
    if (isHeld(error)) return 'held'
    throw error
  }
}

/** The database refused a second live attempt for an invoice. */
const isHeld = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'payment_line_live'
}

const linesOfAttempt = prepared((db) =>
  db
    .select()
    .from(paymentLine)
    .where(eq(paymentLine.attemptId, given('attemptId')))
    .orderBy(asc(paymentLine.position)),
)
export const listLines = (db: Db, attemptId: string): Promise<Line[]> =>
  linesOfAttempt(db).execute({ attemptId })

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
    ),
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

/** The customer's invoices that were paid in full with these payments. A cent must not show what's on an invoice. */
export const listPaidInvoices = async (
  db: Db,
  attemptIds: readonly string[],
  { realmId, customerId }: { readonly realmId: string; readonly customerId: string },
): Promise<string[]> => {
  const rows = await db
    .select({ invoiceId: paymentLine.invoiceId })
    .from(paymentAttempt)
    .innerJoin(paymentLine, eq(paymentLine.attemptId, paymentAttempt.id))
    .where(
      and(
        inArray(paymentAttempt.id, [...attemptIds]),
        isNotNull(paymentAttempt.reference),
        eq(paymentAttempt.capturedCents, paymentAttempt.totalCents),
        eq(paymentAttempt.refundedCents, 0),
        gt(paymentLine.balanceCents, 0),
        gte(paymentLine.amountCents, paymentLine.balanceCents),
        eq(paymentAttempt.realmId, realmId),
        eq(paymentAttempt.customerId, customerId),
      ),
    )
  return rows.map(({ invoiceId }) => invoiceId)
}
