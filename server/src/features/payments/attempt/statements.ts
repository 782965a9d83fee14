// The statements that every payment runs, put together once and planned once a connection.
import { hash } from 'node:crypto'
import { type AnyColumn, and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { paymentAttempt, paymentLine } from '../../../db/schema/payments.ts'
import { CLAIM_SECONDS } from './attempt.ts'

const given = sql.placeholder

export const inSeconds = (seconds: unknown) => sql`now() + make_interval(secs => ${seconds})`
/** In whole milliseconds, so that the moment reads back as it was written. */
export const claimEnd = sql`date_trunc('milliseconds', now() + make_interval(secs => ${CLAIM_SECONDS}))`

export const attemptById = prepared((db) =>
  db
    .select()
    .from(paymentAttempt)
    .where(eq(paymentAttempt.id, given('id')))
    .prepare('attempt_by_id'),
)

export const attemptByKey = prepared((db) =>
  db
    .select()
    .from(paymentAttempt)
    .where(eq(paymentAttempt.key, given('key')))
    .prepare('attempt_by_key'),
)

export const linesOfAttempt = prepared((db) =>
  db
    .select()
    .from(paymentLine)
    .where(eq(paymentLine.attemptId, given('attemptId')))
    .orderBy(asc(paymentLine.position))
    .prepare('lines_of_attempt'),
)

export const newAttempt = prepared((db) =>
  db
    .insert(paymentAttempt)
    .values({
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
      claimedUntil: claimEnd,
      nextCheckAt: inSeconds(CLAIM_SECONDS),
    })
    .onConflictDoNothing({ target: paymentAttempt.key })
    .returning()
    .prepare('new_attempt'),
)

/** However many lines, it is one statement: they come as JSON. Every column is named, in the table's order. */
export const newLines = prepared((db) =>
  db
    .insert(paymentLine)
    .select(
      sql`SELECT ${given('attemptId')}::uuid, position, ${given('realmId')}::text, invoice_id, '', amount_cents, 0, true
        FROM json_to_recordset(${given('lines')}::json) AS line(position int, invoice_id text, amount_cents bigint)`,
    )
    .onConflictDoNothing()
    .returning({ position: paymentLine.position })
    .prepare('new_lines'),
)

export const describedLines = prepared((db) =>
  db
    .update(paymentLine)
    .set({ invoiceNumber: sql`seen.invoice_number`, balanceCents: sql`seen.balance_cents` })
    .from(
      sql`json_to_recordset(${given('lines')}::json) AS seen(position int, invoice_number text, balance_cents bigint)`,
    )
    .where(
      and(
        eq(paymentLine.attemptId, given('attemptId')),
        sql`${paymentLine.position} = seen.position`,
      ),
    )
    .prepare('described_lines'),
)

export const freedLines = prepared((db) =>
  db
    .update(paymentLine)
    .set({ isLive: false })
    .where(eq(paymentLine.attemptId, given('attemptId')))
    .prepare('freed_lines'),
)

export const releasedClaim = prepared((db) =>
  db
    .update(paymentAttempt)
    .set({ claimedUntil: null })
    .where(and(eq(paymentAttempt.id, given('id')), eq(paymentAttempt.claimedUntil, given('until'))))
    .prepare('released_claim'),
)

type Column = keyof typeof paymentAttempt.$inferInsert
export type Changes = Partial<Record<Column, unknown>>

const isSame = (column: AnyColumn, name: string) =>
  sql`${column} IS NOT DISTINCT FROM ${given(name)}::timestamptz`

/** Steps change different columns: a statement for each such choice, of which there are about a dozen. */
const moves = new Map<string, ReturnType<typeof prepareMove>>()

const prepareMove = (name: string, set: Partial<Record<Column, SQL>>) =>
  prepared((db) =>
    db
      .update(paymentAttempt)
      .set({
        ...set,
        state: sql`${given('to')}`,
        checks: 0,
        // No seconds, no next check.
        nextCheckAt: inSeconds(given('checkInSeconds')),
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

export const movedAttempt = (db: Db, changes: Changes) => {
  const columns = (Object.keys(changes) as Column[]).filter((name) => changes[name] !== undefined)
  const choice = columns.map((name) => (changes[name] === null ? `${name} NULL` : name)).join(',')
  const known = moves.get(choice)
  if (known) return known(db)
  const placeOf = (name: Column) =>
    changes[name] === null ? sql`NULL` : sql`${sql.param(given(name), paymentAttempt[name])}`
  const set = Object.fromEntries(columns.map((name) => [name, placeOf(name)]))
  const move = prepareMove(`move ${hash('sha256', choice, 'base64url')}`, set)
  moves.set(choice, move)
  return move(db)
}
