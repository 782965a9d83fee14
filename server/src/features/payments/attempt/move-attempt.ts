// Moves an attempt to its next state, but only if it's still in the state that the caller saw.
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments-admin'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { secondsFromNow } from '../../../db/lease.ts'
import { paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'
import type { Attempt, Change } from '../queries.ts'
import { canFollow, checkDelay } from './attempt.ts'
import type { Proof } from './decide.ts'

export type Move = {
  readonly to: AttemptState
  readonly change?: Change
  readonly checkInSeconds?: number
  /** A capture or confirmation goes out after this move. */
  readonly isSending?: true
  /** Without it the database refuses to end an attempt that has a call in flight. */
  readonly proof?: Proof
}

/**
 * Undefined if someone else moved the attempt, or sent something for it, since the caller read it. It also sets the
 * next check, and releases the invoices at the end.
 */
export const moveAttempt = async (
  db: Db,
  attempt: Attempt,
  move: Move,
): Promise<Attempt | undefined> => {
  const { to, checkInSeconds = checkDelay(to, 0) } = move
  if (!canFollow(attempt.state, to)) {
    throw new Error(`a payment can't go from ${attempt.state} to ${to}`)
  }
  const isAnswered = move.proof !== undefined || move.change?.reference !== undefined
  const [row] = await db
    .update(paymentAttempt)
    .set({
      ...move.change,
      ...(move.isSending && { sentAt: new Date() }),
      ...(isAnswered && { sentAt: null }),
      state: to,
      checks: 0,
      nextCheckAt: checkInSeconds === undefined ? null : secondsFromNow(checkInSeconds),
      updatedAt: sql`now()`,
    })
    .where(
      and(
        isUnmoved(attempt),
        isUnchanged(attempt, 'sentAt'),
        isUnchanged(attempt, 'bookingSentAt'),
      ),
    )
    .returning()
  if (row && isFinal(to)) await releaseInvoices(db, attempt)
  const isLate = isFinal(attempt.state) && attempt.reference === null
  if (row && isLate) await holdInvoicesAgain(db, attempt)
  return row
}

type SentAt = 'sentAt' | 'bookingSentAt'

const isUnmoved = ({ id, state }: Attempt) =>
  and(eq(paymentAttempt.id, id), eq(paymentAttempt.state, state))

const isUnchanged = (attempt: Attempt, column: SentAt) =>
  sql`${paymentAttempt[column]} IS NOT DISTINCT FROM ${attempt[column]?.toISOString() ?? null}::timestamptz`

/** Records a repeated call before it's sent. Undefined if someone else moved the attempt, or sent the call, first. */
export const markSent = async (
  db: Db,
  attempt: Attempt,
  column: SentAt,
): Promise<Attempt | undefined> => {
  const [row] = await db
    .update(paymentAttempt)
    .set({ [column]: new Date() })
    .where(and(isUnmoved(attempt), isUnchanged(attempt, column)))
    .returning()
  return row
}

const releaseInvoices = (db: Db, { id }: Attempt) =>
  db.update(paymentLine).set({ isLive: false }).where(eq(paymentLine.attemptId, id))

/** Money arrived after the end: holds the invoices again so no one pays twice, unless another attempt holds them. */
const holdInvoicesAgain = (db: Db, { id }: Attempt) =>
  db.execute(sql`
    UPDATE payment_line AS line SET is_live = true
    WHERE attempt_id = ${id} AND NOT EXISTS (
      SELECT 1 FROM payment_line AS other
      WHERE other.is_live AND other.realm_id = line.realm_id AND other.invoice_id = line.invoice_id)`)
