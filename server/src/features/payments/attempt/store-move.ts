// Moves an attempt to its next state, but only if it's still in the state that the caller saw. One statement stores the
// move, its audit event, what it changes about the invoices, and its follow-up jobs.
import { type AttemptState, isFinal } from '@invoice-desk/contract/payments/admin'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { type AuditEvent, eventsJson } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { type NewJob, recordChange } from '../../../db/record.ts'
import { paymentAttempt } from '../../../db/schema/payments.ts'
import { storableJson } from '../../../db/storable-json.ts'
import type { Attempt, Change, HeldLine } from '../queries.ts'
import { canFollow, checkDelay } from './attempt.ts'
import type { Proof } from './decide.ts'

export type Move = {
  readonly to: AttemptState
  readonly change?: Change
  /** The current number, date and balance of each invoice. */
  readonly lines?: readonly HeldLine[]
  readonly checkInSeconds?: number
  /** A capture or confirmation goes out after this move. */
  readonly isSending?: true
  /** Without it the database refuses to end an attempt that has a call in flight. */
  readonly proof?: Proof
  readonly jobs?: readonly NewJob[]
}

export type Event = Pick<AuditEvent, 'action'> & Partial<Pick<AuditEvent, 'actor' | 'details'>>

export const eventOf = (id: string, { actor = 'system', ...event }: Event): AuditEvent => ({
  ...event,
  actor,
  subject: { kind: 'payment', id },
})

/**
 * Undefined if someone else moved the attempt, or sent something for it, since the caller read it. It also sets the
 * next check, and releases the invoices at the end.
 */
export const storeMove = async (
  db: Db,
  attempt: Attempt,
  move: Move,
  event: Event,
): Promise<Attempt | undefined> => {
  const { to, lines = [], jobs = [], checkInSeconds = checkDelay(to, 0) } = move
  if (!canFollow(attempt.state, to)) {
    throw new Error(`a payment can't go from ${attempt.state} to ${to}`)
  }
  const isAnswered = move.proof !== undefined || move.change?.reference !== undefined
  const change = {
    ...move.change,
    ...(move.isSending && { sentAt: new Date() }),
    ...(isAnswered && { sentAt: null }),
    state: to,
  }
  const [moved] = await movedAttempt(db).execute({
    id: attempt.id,
    state: attempt.state,
    sentAt: attempt.sentAt?.toISOString() ?? null,
    bookingSentAt: attempt.bookingSentAt?.toISOString() ?? null,
    change: storableJson(byColumnName(change)),
    checkInSeconds: checkInSeconds ?? null,
    events: eventsJson([eventOf(attempt.id, event)]),
    lines: storableJson(lines),
    isFinal: isFinal(to),
    isLate: isFinal(attempt.state) && attempt.reference === null,
    jobs: JSON.stringify(jobs),
  })
  return moved
}

const COLUMNS = getTableColumns(paymentAttempt)
const byColumnName = (change: Change & Partial<Pick<Attempt, 'state' | 'sentAt'>>) =>
  Object.fromEntries(
    Object.entries(change).map(([key, value]) => [COLUMNS[key as keyof Attempt].name, value]),
  )

/** Everything that a move may change. A move that doesn't name a column keeps its value. */
const { id: _id, key: _key, checks: _checks, nextCheckAt: _next, updatedAt: _at, ...rest } = COLUMNS
const changeable = sql.join(
  Object.values(rest).map(({ name }) => sql.identifier(name)),
  sql`, `,
)
const given = sql.placeholder

const movedAttempt = prepared((db) => {
  const changed = db.$with('changed', COLUMNS).as(sql`
    UPDATE payment_attempt AS attempt
    SET (${changeable}) = (
        SELECT ${changeable} FROM jsonb_populate_record(attempt, ${given('change')}::jsonb)),
      checks = 0,
      next_check_at = date_trunc('milliseconds', now()) + ${given('checkInSeconds')}::float8 * interval '1 s',
      updated_at = now()
    WHERE id = ${given('id')} AND state = ${given('state')}
      AND sent_at IS NOT DISTINCT FROM ${given('sentAt')}::timestamptz
      AND booking_sent_at IS NOT DISTINCT FROM ${given('bookingSentAt')}::timestamptz
    RETURNING *`)
  const described = db.$with('described', {}).as(sql`
    UPDATE payment_line AS line SET invoice_number = seen."invoiceNumber", invoice_date = seen."invoiceDate",
      balance_cents = seen."balanceCents", is_live = line.is_live AND NOT ${given('isFinal')}::boolean
    FROM changed, json_to_recordset(${given('lines')}::json)
      AS seen(position int, "invoiceNumber" text, "invoiceDate" date, "balanceCents" bigint)
    WHERE line.attempt_id = changed.id AND line.position = seen.position`)
  // A statement can change a row only once, so this leaves out the lines above.
  const released = db.$with('released', {}).as(sql`
    UPDATE payment_line AS line SET is_live = false FROM changed
    WHERE ${given('isFinal')}::boolean AND line.attempt_id = changed.id AND line.position NOT IN (
      SELECT position FROM json_to_recordset(${given('lines')}::json) AS seen(position int))`)
  // Money arrived after the end: holds the invoices again so no one pays twice, unless another attempt holds them.
  const heldAgain = db.$with('held_again', {}).as(sql`
    UPDATE payment_line AS line SET is_live = true FROM changed
    WHERE ${given('isLate')}::boolean AND line.attempt_id = changed.id AND NOT EXISTS (
      SELECT 1 FROM payment_line AS other
      WHERE other.is_live AND other.realm_id = line.realm_id AND other.invoice_id = line.invoice_id)`)
  const recorded = { events: given('events'), jobs: given('jobs') }
  return recordChange(db, changed, recorded, [], [described, released, heldAgain])
    .select()
    .from(changed)
})

type SentAt = 'sentAt' | 'bookingSentAt'

/** Records a repeated call before it's sent. Undefined if someone else moved the attempt, or sent the call, first. */
export const markSent = async (
  db: Db,
  attempt: Attempt,
  column: SentAt,
): Promise<Attempt | undefined> => {
  const { id, state } = attempt
  const before = attempt[column]?.toISOString() ?? null
  const [row] = await db
    .update(paymentAttempt)
    .set({ [column]: new Date() })
    .where(
      and(
        eq(paymentAttempt.id, id),
        eq(paymentAttempt.state, state),
        sql`${paymentAttempt[column]} IS NOT DISTINCT FROM ${before}::timestamptz`,
      ),
    )
    .returning()
  return row
}
