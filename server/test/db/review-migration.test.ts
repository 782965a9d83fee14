// Tests that what payments of earlier releases say becomes data, and reads as before.
import { readFile } from 'node:fs/promises'
import { createTestDatabase } from '@invoice-desk/testing/app/database'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { paymentAttempt } from '../../src/db/schema/payments.ts'
import { reviewText } from '../../src/features/payments/attempt/review-text.ts'

const UNDO = [
  'DELETE FROM payment_line',
  'DELETE FROM payment_attempt',
  'ALTER TABLE payment_attempt DROP COLUMN review_reasons',
  "ALTER TABLE payment_attempt ADD COLUMN review text NOT NULL DEFAULT ''",
  "CREATE INDEX payment_attempt_review ON payment_attempt (created_at) WHERE review <> ''",
  'ALTER TABLE payment_reconciliation DROP COLUMN is_running',
]

let database: Awaited<ReturnType<typeof openDatabase>>
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createTestDatabase()
  drop = made.drop
  database = await openDatabase({ dataDir: made.dataDir, databaseUrl: made.env.DATABASE_URL })
  await migrateDatabase(database.pool)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const runMigration = async (name: string) => {
  const url = new URL(`../../src/db/migrations/${name}.sql`, import.meta.url)
  const statements = (await readFile(url, 'utf8')).split('--> statement-breakpoint')
  await database.db.transaction(async (tx) => {
    for (const each of statements) await tx.execute(sql.raw(each))
  })
}

/** The reasons and the text of a payment whose review said this before the migration. */
const migrate = async (review: string) => {
  const { db } = database
  for (const each of UNDO) await db.execute(sql.raw(each))
  await db.execute(sql`INSERT INTO payment_attempt (id, key, request_hash, method, state, realm_id, customer_id,
      total_cents, company_name, payer_name, email, provider_id, reference, review)
    VALUES ('0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01', 'k', '', 'paypal', 'booked', '1', '1', 123456, 'C', 'P',
      'p@c.example', 'ord_1', 'cap_1', ${review})`)
  await db.execute(sql`INSERT INTO payment_line (attempt_id, position, realm_id, invoice_id, amount_cents)
    SELECT id, 0, '1', '1', 123456 FROM payment_attempt`)
  await db.execute(
    sql`INSERT INTO payment_reconciliation (since, failure) VALUES (now(), ${review})`,
  )
  await runMigration('0049_review_reasons')
  const [attempt] = await db.select().from(paymentAttempt).where(eq(paymentAttempt.key, 'k'))
  if (!attempt) throw new Error('the payment is gone')
  return { reasons: attempt.reviewReasons, text: reviewText(attempt) }
}

const LATE =
  'The money arrived after this payment was marked as expired. If the customer paid another way in the meantime, refund one of the two at PayPal.'
const late = { reason: 'late', after: 'expired' }
const REFUNDED =
  '$1,234.50 was refunded at the provider. QuickBooks still shows the payment. Please correct it there.'
const returned = { reason: 'returned', refundedCents: 123_450, dispute: null, isBooked: true }
const UNAPPLIED =
  "because the invoice was already paid. QuickBooks holds it as the customer's credit. Refund it at PayPal (cap_1), or use it for the customer's next invoice."
const HOLD =
  'The invoices stay on hold. Look up ord_1 at PayPal. If nothing was charged, release the invoices. If it was, wait: we record the payment as soon as PayPal tells us.'
const refused = { reason: 'booking_refused', message: 'Customer "A. B." is inactive. Why?' }

describe('a text that an earlier release stored', () => {
  it.each([
    ['', []],
    [LATE, [late]],
    [
      '1000.50 EUR was charged instead of $1,234.56. Nothing was booked.',
      [{ reason: 'wrong_amount', cents: 100_050, currency: 'eur' }],
    ],
    [REFUNDED, [returned]],
    [
      "$1.00 was refunded at the provider. The payer's dispute is closed (warning closed). Nothing was booked. Please enter the rest in QuickBooks.",
      [{ ...returned, refundedCents: 100, dispute: 'warning_closed', isBooked: false }],
    ],
    [
      'The payer disputes the charge (needs response). QuickBooks still shows the payment. Please correct it there.',
      [{ ...returned, refundedCents: 0, dispute: 'needs_response' }],
    ],
    [
      "The payer's dispute is closed (won). QuickBooks still shows the payment. If the money was returned, please correct it there.",
      [{ ...returned, refundedCents: 0, dispute: 'won' }],
    ],
    [
      "PayPal refused this payment (PAYEE_ACCOUNT_RESTRICTED), but not because of the customer's account. Nothing was charged. Look at the settings of your PayPal account, or ask PayPal.",
      [{ reason: 'refused', code: 'PAYEE_ACCOUNT_RESTRICTED' }],
    ],
    [
      "PayPal refused this payment (no reason), but not because of the customer's account. Nothing was charged. Look at the settings of your PayPal account, or ask PayPal.",
      [{ reason: 'refused', code: null }],
    ],
    [
      "We couldn't find out what happened to this payment: the provider hasn't decided yet.",
      [{ reason: 'no_outcome', failure: { kind: 'undecided' } }],
    ],
    [
      'Paid but not booked yet: an unexpected error (see the server log).',
      [{ reason: 'not_booked', failure: { kind: 'unexpected' } }],
    ],
    [
      `We don't know yet whether PayPal took $1,234.56: the last error from QuickBooks was "a "b". c". ${HOLD}`,
      [
        {
          reason: 'no_answer',
          failure: { kind: 'error', service: 'QuickBooks', message: 'a "b". c' },
        },
      ],
    ],
    [
      `We couldn't apply $1,000.00 ${UNAPPLIED}`,
      [{ reason: 'unapplied', cents: 100_000, changes: [] }],
    ],
    [
      `We couldn't apply $10.00 because invoice A, 1 was deleted, and invoice 2 was voided, and invoice 3 was already paid, and invoice 4 has a balance of only $1,005.10. ${UNAPPLIED.slice(UNAPPLIED.indexOf('QuickBooks'))}`,
      [
        {
          reason: 'unapplied',
          cents: 1_000,
          changes: [
            { number: 'A, 1', change: 'deleted' },
            { number: '2', change: 'voided' },
            { number: '3', change: 'paid' },
            { number: '4', change: 'reduced', cents: 100_510 },
          ],
        },
      ],
    ],
    [`QuickBooks refused the booking: ${refused.message}`, [refused]],
    [
      'This payment belongs to a different QuickBooks company from the connected one.',
      [{ reason: 'other_company' }],
    ],
    [
      `${LATE} QuickBooks refused the booking: ${refused.message} ${REFUNDED}`,
      [late, refused, returned],
    ],
    [
      `${LATE} ${REFUNDED} We couldn't apply $10.00 ${UNAPPLIED}`,
      [late, returned, { reason: 'unapplied', cents: 1_000, changes: [] }],
    ],
    [
      'Someone wrote this (by hand).',
      [{ reason: 'former', text: 'Someone wrote this (by hand).' }],
    ],
    [
      `${LATE} Someone wrote this. ${REFUNDED}`,
      [late, { reason: 'former', text: 'Someone wrote this.' }, returned],
    ],
  ])('keeps its words as reasons: %s', async (review, reasons) => {
    expect(await migrate(review)).toEqual({ reasons, text: review })
  })

  it('of the first releases is still about late and returned money, in today’s words', async () => {
    const before =
      'The money came after this payment had ended as expired. If the customer paid another way meanwhile, refund one of the two at PayPal. $1,234.50 was refunded at the provider. Nothing was booked: please enter in QuickBooks what remains of it.'
    const { reasons, text } = await migrate(before)
    expect(reasons).toEqual([late, { ...returned, isBooked: false }])
    expect(text).toBe(
      `${LATE} $1,234.50 was refunded at the provider. Nothing was booked. Please enter the rest in QuickBooks.`,
    )
  })
})

it.each([
  ['payment_declined', 'Your card was declined.', "Your card was declined. You weren't charged."],
  ['payment_declined', "Declined. You weren't charged.", "Declined. You weren't charged."],
  ['balance_changed', 'This balance changed.', 'This balance changed.'],
])('a payment that ended with %s says whether it was charged', async (code, text, after) => {
  const { db } = database
  await migrate('')
  await db.execute(sql`UPDATE payment_attempt SET failure_code = ${code}, failure_text = ${text}`)
  await runMigration('0050_failure_texts')
  const [attempt] = await db.select().from(paymentAttempt)
  expect([attempt?.failureCode, attempt?.failureText]).toEqual([code, after])
})

it('a payment that may have been paid in a lost database says so by its code', async () => {
  const { db } = database
  await migrate('')
  const text =
    "We can't tell whether this payment went through. Please contact us before you pay again."
  await db.execute(
    sql`UPDATE payment_attempt SET failure_code = 'payment_failed', failure_text = ${text}`,
  )
  await runMigration('0050_failure_texts')
  const [attempt] = await db.select().from(paymentAttempt)
  expect([attempt?.failureCode, attempt?.failureText]).toEqual(['payment_unclear', null])
})

it('a reconciliation that was running still is', async () => {
  await migrate("It hasn't finished.")
  const { rows } = await database.pool.query(
    'SELECT failure FROM payment_reconciliation WHERE is_running',
  )
  expect(rows).toEqual([{ failure: "It hasn't finished." }])
})

it.each(['{}', '["late"]', '[{"reason": "bored"}]', '[{}]', 'null', '[[{"reason": "late"}]]'])(
  'the database refuses %s as reasons',
  async (reasons) => {
    const change = sql`UPDATE payment_attempt SET review_reasons = ${reasons}::jsonb`
    await expect(database.db.execute(change)).rejects.toThrow()
  },
)
