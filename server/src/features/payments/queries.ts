// Rows of payment attempts and of the invoices they hold.
import type { AttemptState } from '@invoice-desk/contract/payment-desk'
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { paymentAttempt, paymentEvent, paymentLine } from '../../db/schema/payments.ts'
import { CLAIM_SECONDS, canFollow, describe, isEnd, pauseAfter } from './attempt.ts'

export type Attempt = typeof paymentAttempt.$inferSelect
export type Line = typeof paymentLine.$inferSelect
export type NewAttempt = Pick<
  typeof paymentAttempt.$inferInsert,
  | 'key'
  | 'requestHash'
  | 'method'
  | 'realmId'
  | 'customerId'
  | 'totalCents'
  | 'companyName'
  | 'payerName'
  | 'email'
>

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`
/** In whole milliseconds, so that the moment reads back as it was written. */
const claimEnd = sql`date_trunc('milliseconds', now() + make_interval(secs => ${CLAIM_SECONDS}))`
const isFree = or(isNull(paymentAttempt.claimedUntil), lt(paymentAttempt.claimedUntil, sql`now()`))

/** Undefined when the key is taken. The attempt begins in the caller's hands. */
export const insertAttempt = async (db: Db, attempt: NewAttempt): Promise<Attempt | undefined> => {
  const [row] = await db
    .insert(paymentAttempt)
    .values({
      ...attempt,
      state: 'created',
      claimedUntil: claimEnd,
      nextCheckAt: inSeconds(CLAIM_SECONDS),
    })
    .onConflictDoNothing({ target: paymentAttempt.key })
    .returning()
  return row
}

/** False when another live attempt has one of the invoices; the caller's transaction must not commit then. */
export const insertLines = async (
  db: Db,
  { id, realmId }: Attempt,
  lines: readonly { invoiceId: string; amountCents: number }[],
): Promise<boolean> => {
  const rows = lines.map((line, position) => ({ ...line, attemptId: id, realmId, position }))
  // In one order, so that two payments over the same invoices cannot wait for each other.
  const ordered = rows.toSorted((a, b) => a.invoiceId.localeCompare(b.invoiceId))
  const inserted = await db
    .insert(paymentLine)
    .values(ordered)
    .onConflictDoNothing()
    .returning({ position: paymentLine.position })
  return inserted.length === lines.length
}

export const findAttempt = async (db: Db, id: string): Promise<Attempt | undefined> => {
  const [row] = await db.select().from(paymentAttempt).where(eq(paymentAttempt.id, id))
  return row
}

export const findAttemptByKey = async (db: Db, key: string): Promise<Attempt | undefined> => {
  const [row] = await db.select().from(paymentAttempt).where(eq(paymentAttempt.key, key))
  return row
}

export const findAttemptByProviderId = async (
  db: Db,
  providerId: string,
): Promise<Attempt | undefined> => {
  const [row] = await db
    .select()
    .from(paymentAttempt)
    .where(eq(paymentAttempt.providerId, providerId))
  return row
}

export const listLines = (db: Db, attemptId: string): Promise<Line[]> =>
  db
    .select()
    .from(paymentLine)
    .where(eq(paymentLine.attemptId, attemptId))
    .orderBy(asc(paymentLine.position))

/** What it pays, for statements. */
export const describeAttempt = async (db: Db, id: string): Promise<string> =>
  describe((await listLines(db, id)).map(({ invoiceNumber }) => invoiceNumber))

/** Writes down what QuickBooks says about the invoices. */
export const describeLine = async (
  db: Db,
  { attemptId, position }: Line,
  fields: { invoiceNumber: string; balanceCents: number },
): Promise<void> => {
  await db
    .update(paymentLine)
    .set(fields)
    .where(and(eq(paymentLine.attemptId, attemptId), eq(paymentLine.position, position)))
}

/** Takes the attempt into the caller's hands, or undefined while it is in someone else's. */
export const claimAttempt = async (db: Db, id: string): Promise<Attempt | undefined> => {
  const [row] = await db
    .update(paymentAttempt)
    .set({ claimedUntil: claimEnd })
    .where(and(eq(paymentAttempt.id, id), isFree))
    .returning()
  return row
}

export type Claim = { readonly id: string; readonly claimedUntil: Date }

/** Only the holder's own claim: somebody else may have taken it up since. */
const isClaim = ({ id, claimedUntil }: Claim) =>
  and(eq(paymentAttempt.id, id), eq(paymentAttempt.claimedUntil, claimedUntil))

/** Its new end, or null when it is no longer the holder's. */
export const renewClaim = async (db: Db, claim: Claim): Promise<Date | null> => {
  const [row] = await db
    .update(paymentAttempt)
    .set({ claimedUntil: claimEnd })
    .where(isClaim(claim))
    .returning({ claimedUntil: paymentAttempt.claimedUntil })
  return row?.claimedUntil ?? null
}

export const releaseClaim = async (db: Db, claim: Claim): Promise<void> => {
  await db.update(paymentAttempt).set({ claimedUntil: null }).where(isClaim(claim))
}

export type Change = Partial<
  Omit<typeof paymentAttempt.$inferInsert, 'id' | 'key' | 'state' | 'nextCheckAt' | 'checks'>
>

/**
 * Moves the attempt on from exactly the state it was seen in; undefined when somebody else moved it first.
 * Its next check is set with it, and its invoices are free as soon as it has ended.
 */
export const moveAttempt = async (
  db: Db,
  attempt: Attempt,
  state: AttemptState,
  change: Change = {},
  checkInSeconds = pauseAfter(state, 0),
): Promise<Attempt | undefined> => {
  if (!canFollow(attempt.state, state)) {
    throw new Error(`a payment cannot go from ${attempt.state} to ${state}`)
  }
  const [row] = await db
    .update(paymentAttempt)
    .set({
      ...change,
      state,
      checks: 0,
      nextCheckAt: checkInSeconds === undefined ? null : inSeconds(checkInSeconds),
      updatedAt: sql`now()`,
    })
    .where(and(eq(paymentAttempt.id, attempt.id), eq(paymentAttempt.state, attempt.state)))
    .returning()
  if (row && isEnd(state)) await freeInvoices(db, attempt.id)
  return row
}

const freeInvoices = async (db: Db, attemptId: string): Promise<void> => {
  await db.update(paymentLine).set({ isLive: false }).where(eq(paymentLine.attemptId, attemptId))
}

/** Notes something about the attempt without moving it. */
export const noteOnAttempt = async (db: Db, id: string, change: Change): Promise<void> => {
  await db
    .update(paymentAttempt)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(paymentAttempt.id, id))
}

/** Nothing new was learnt; how often that was so says how long the next pause is. */
export const postponeCheck = async (
  db: Db,
  { id, checks }: Attempt,
  seconds: number | undefined,
): Promise<void> => {
  await db
    .update(paymentAttempt)
    .set({
      checks,
      nextCheckAt: seconds === undefined ? null : inSeconds(seconds),
    })
    .where(eq(paymentAttempt.id, id))
}

/** Attempts whose time to be asked about has come, longest waiting first. */
export const listDueIds = async (db: Db, max: number): Promise<string[]> => {
  const rows = await db
    .select({ id: paymentAttempt.id })
    .from(paymentAttempt)
    .where(and(lte(paymentAttempt.nextCheckAt, sql`now()`), isFree))
    .orderBy(asc(paymentAttempt.nextCheckAt))
    .limit(max)
  return rows.map(({ id }) => id)
}

/** False when this event has been taken note of before. */
export const insertEvent = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db.insert(paymentEvent).values({ id }).onConflictDoNothing().returning()
  return rows.length > 0
}

export const deleteEventsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentEvent).where(lt(paymentEvent.receivedAt, before))
}
