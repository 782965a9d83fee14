// Moves an attempt to its next state, but only if it's still in the state that the caller saw.
import { hash } from 'node:crypto'
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments-admin'
import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { secondsFromNow } from '../../../db/lease.ts'
import { prepared } from '../../../db/prepared.ts'
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
  const changes = {
    ...move.change,
    ...(move.isSending && { sentAt: new Date() }),
    ...(isAnswered && { sentAt: null }),
  }
  const [row] = await movedAttempt(db, changes).execute({
    ...changes,
    id: attempt.id,
    from: attempt.state,
    seenSentAt: attempt.sentAt?.toISOString() ?? null,
    seenBookingSentAt: attempt.bookingSentAt?.toISOString() ?? null,
    to,
    checkInSeconds: checkInSeconds ?? null,
  })
  if (row && isFinal(to)) await releasedLines(db).execute({ attemptId: attempt.id })
  const isLate = isFinal(attempt.state) && attempt.reference === null
  if (row && isLate) await holdInvoicesAgain(db, attempt)
  return row
}

/** Records a repeated call before it's sent. Undefined if someone else moved the attempt, or sent the call, first. */
export const markSent = async (
  db: Db,
  attempt: Attempt,
  column: 'sentAt' | 'bookingSentAt',
): Promise<Attempt | undefined> => {
  const { id, state, [column]: seen } = attempt
  const isSame = sql`${paymentAttempt[column]} IS NOT DISTINCT FROM ${seen?.toISOString() ?? null}::timestamptz`
  const [row] = await db
    .update(paymentAttempt)
    .set({ [column]: new Date() })
    .where(and(eq(paymentAttempt.id, id), eq(paymentAttempt.state, state), isSame))
    .returning()
  return row
}

/** Money arrived after the end: holds the invoices again so no one pays twice, unless another attempt holds them. */
const holdInvoicesAgain = (db: Db, { id }: Attempt) =>
  db.execute(sql`
    UPDATE payment_line AS line SET is_live = true
    WHERE attempt_id = ${id} AND NOT EXISTS (
      SELECT 1 FROM payment_line AS other
      WHERE other.is_live AND other.realm_id = line.realm_id AND other.invoice_id = line.invoice_id)`)

const given = sql.placeholder

const releasedLines = prepared((db) =>
  db
    .update(paymentLine)
    .set({ isLive: false })
    .where(eq(paymentLine.attemptId, given('attemptId')))
    .prepare('released_lines'),
)

type Column = keyof typeof paymentAttempt.$inferInsert

const isSame = (column: AnyColumn, name: string) =>
  sql`${column} IS NOT DISTINCT FROM ${given(name)}::timestamptz`

const prepareMove = (name: string, set: Partial<Record<Column, SQL>>) =>
  prepared((db) =>
    db
      .update(paymentAttempt)
      .set({
        ...set,
        state: sql`${given('to')}`,
        checks: 0,
        // Null seconds give a null next check.
        nextCheckAt: secondsFromNow(given('checkInSeconds')),
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(paymentAttempt.id, given('id')),
          eq(paymentAttempt.state, given('from')),
          isSame(paymentAttempt.sentAt, 'seenSentAt'),
          isSame(paymentAttempt.bookingSentAt, 'seenBookingSentAt'),
        ),
      )
      .returning()
      .prepare(name),
  )

/** Moves change different columns: one prepared statement per combination, about a dozen in all. */
const preparedMoves = new Map<string, ReturnType<typeof prepareMove>>()

const movedAttempt = (db: Db, changes: Partial<Record<Column, unknown>>) => {
  const columns = (Object.keys(changes) as Column[]).filter((name) => changes[name] !== undefined)
  const choice = columns.map((name) => (changes[name] === null ? `${name} NULL` : name)).join(',')
  const known = preparedMoves.get(choice)
  if (known) return known(db)
  const valueFor = (name: Column) =>
    changes[name] === null ? sql`NULL` : sql`${sql.param(given(name), paymentAttempt[name])}`
  const set = Object.fromEntries(columns.map((name) => [name, valueFor(name)]))
  const move = prepareMove(`move ${hash('sha256', choice, 'base64url')}`, set)
  preparedMoves.set(choice, move)
  return move(db)
}
