// Rows of payment attempts and of the invoices they hold.
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments-admin'
import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { paymentAttempt, paymentEvent, type paymentLine } from '../../db/schema/payments.ts'
import { canFollow, pauseAfter } from './attempt/attempt.ts'
import type { Proof } from './attempt/decide.ts'
import * as statements from './attempt/statements.ts'

export type Attempt = typeof paymentAttempt.$inferSelect
export type Line = typeof paymentLine.$inferSelect
/** What is to be paid on which invoice, before anything else is known of it. */
export type HeldLine = Pick<Line, 'position' | 'invoiceId' | 'amountCents'>
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
  | 'termsVersion'
>

const isFree = or(isNull(paymentAttempt.claimedUntil), lt(paymentAttempt.claimedUntil, sql`now()`))

/** Undefined when the key is taken. The attempt begins in the caller's hands. */
export const insertAttempt = async (db: Db, attempt: NewAttempt): Promise<Attempt | undefined> => {
  const [row] = await statements.newAttempt(db).execute(attempt)
  return row
}

/** False when another live attempt has one of the invoices; the caller's transaction must not commit then. */
export const insertLines = async (
  db: Db,
  { id, realmId }: Attempt,
  lines: readonly HeldLine[],
): Promise<boolean> => {
  // In one order, so that two payments over the same invoices cannot wait for each other.
  const ordered = lines.toSorted((a, b) => a.invoiceId.localeCompare(b.invoiceId))
  const inserted = await statements.newLines(db).execute({
    attemptId: id,
    realmId,
    lines: JSON.stringify(
      ordered.map(({ position, invoiceId, amountCents }) => ({
        position,
        invoice_id: invoiceId,
        amount_cents: amountCents,
      })),
    ),
  })
  return inserted.length === lines.length
}

export const findAttempt = async (db: Db, id: string): Promise<Attempt | undefined> => {
  const [row] = await statements.attemptById(db).execute({ id })
  return row
}

export const findAttemptByKey = async (db: Db, key: string): Promise<Attempt | undefined> => {
  const [row] = await statements.attemptByKey(db).execute({ key })
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
  statements.linesOfAttempt(db).execute({ attemptId })

/** The numbers of its invoices, as people know them. */
export const listNumbers = async (db: Db, attemptId: string): Promise<string[]> =>
  (await listLines(db, attemptId)).map(({ invoiceNumber }) => invoiceNumber)

/** Writes down what QuickBooks says about the invoices. */
export const describeLines = async (
  db: Db,
  { id: attemptId }: Attempt,
  seen: readonly Pick<Line, 'position' | 'invoiceNumber' | 'balanceCents'>[],
): Promise<void> => {
  const lines = seen.map(({ position, invoiceNumber, balanceCents }) => ({
    position,
    invoice_number: invoiceNumber,
    balance_cents: balanceCents,
  }))
  await statements.describedLines(db).execute({ attemptId, lines: JSON.stringify(lines) })
}

/** Takes the attempt into the caller's hands, or undefined while it is in someone else's. */
export const claimAttempt = async (db: Db, id: string): Promise<Attempt | undefined> => {
  const [row] = await db
    .update(paymentAttempt)
    .set({ claimedUntil: statements.claimEnd })
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
    .set({ claimedUntil: statements.claimEnd })
    .where(isClaim(claim))
    .returning({ claimedUntil: paymentAttempt.claimedUntil })
  return row?.claimedUntil ?? null
}

export const releaseClaim = async (db: Db, claim: Claim): Promise<void> => {
  await statements.releasedClaim(db).execute({ id: claim.id, until: claim.claimedUntil })
}

type Columns = typeof paymentAttempt.$inferInsert
export type Change = Partial<
  Omit<Columns, 'id' | 'key' | 'state' | 'nextCheckAt' | 'checks' | 'sentAt'>
>

export type Step = {
  readonly to: AttemptState
  readonly change?: Change
  readonly checkInSeconds?: number
  /** A capture or confirmation goes out after this step. */
  readonly isSending?: true
  /** Nothing came of what was sent; without it the database refuses an end. */
  readonly proof?: Proof
}

/**
 * Moves the attempt on from exactly where it was seen; undefined when somebody else moved it, or sent something
 * for it, first. Its next check is set with it, and its invoices are free as soon as it has ended.
 */
export const moveAttempt = async (
  db: Db,
  attempt: Attempt,
  step: Step,
): Promise<Attempt | undefined> => {
  const { to, checkInSeconds = pauseAfter(to, 0) } = step
  if (!canFollow(attempt.state, to)) {
    throw new Error(`a payment cannot go from ${attempt.state} to ${to}`)
  }
  const isAnswered = step.proof !== undefined || step.change?.reference !== undefined
  const changes = {
    ...step.change,
    ...(step.isSending && { sentAt: new Date() }),
    ...(isAnswered && { sentAt: null }),
  }
  const [row] = await statements.movedAttempt(db, changes).execute({
    ...changes,
    id: attempt.id,
    from: attempt.state,
    seenSentAt: attempt.sentAt?.toISOString() ?? null,
    seenBookingSentAt: attempt.bookingSentAt?.toISOString() ?? null,
    to,
    checkInSeconds: checkInSeconds ?? null,
  })
  if (row && isFinal(to)) await statements.freedLines(db).execute({ attemptId: attempt.id })
  const isLate = isFinal(attempt.state) && attempt.reference === null
  if (row && isLate) await holdAgain(db, attempt)
  return row
}

/** Money came after the end: until it is booked nobody should pay the same again, unless somebody is about to. */
const holdAgain = (db: Db, { id }: Attempt) =>
  db.execute(sql`
    UPDATE payment_line AS line SET is_live = true
    WHERE attempt_id = ${id} AND NOT EXISTS (
      SELECT 1 FROM payment_line AS other
      WHERE other.is_live AND other.realm_id = line.realm_id AND other.invoice_id = line.invoice_id)`)

const isAsSeen = (column: PgColumn, seen: Date | null) =>
  seen === null ? isNull(column) : eq(column, seen)

/** Before a capture is repeated; undefined when somebody else moved the attempt, or sent one, first. */
export const markSent = async (
  db: Db,
  { id, state, sentAt }: Attempt,
): Promise<Attempt | undefined> => {
  const isSame = isAsSeen(paymentAttempt.sentAt, sentAt)
  const [row] = await db
    .update(paymentAttempt)
    .set({ sentAt: new Date() })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.state, state), isSame))
    .returning()
  return row
}

/** The same before a booking is repeated. */
export const markBookingSent = async (
  db: Db,
  { id, state, bookingSentAt }: Attempt,
  at: Date,
): Promise<Attempt | undefined> => {
  const isSame = isAsSeen(paymentAttempt.bookingSentAt, bookingSentAt)
  const [row] = await db
    .update(paymentAttempt)
    .set({ bookingSentAt: at })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.state, state), isSame))
    .returning()
  return row
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
      nextCheckAt: seconds === undefined ? null : statements.inSeconds(seconds),
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

export const hasEvent = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(paymentEvent, eq(paymentEvent.id, id))) > 0

/** False when this event has been taken note of before. */
export const insertEvent = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db.insert(paymentEvent).values({ id }).onConflictDoNothing().returning()
  return rows.length > 0
}

export const deleteEventsBefore = async (db: Db, before: Date): Promise<void> => {
  await db.delete(paymentEvent).where(lt(paymentEvent.receivedAt, before))
}
