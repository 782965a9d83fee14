// Tables for payment attempts, the invoices they hold, received webhook events, and reconciliations.

import {
  ATTEMPT_STATES,
  type AttemptState,
  type PaymentDifference,
} from '@invoice-desk/contract/payments/admin'
import {
  PAYMENT_METHOD_IDS,
  type PaymentMethod,
} from '@invoice-desk/contract/payments/payment-methods'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  pgTable,
  primaryKey,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { at, cents, isOneOf, searchIndex, searchText } from './common.ts'
import { areReviewReasons, type ReviewReason } from './review-reasons.ts'

const TEXTS = [
  'customerName',
  'companyName',
  'payerName',
  'email',
  'providerId',
  'reference',
] as const
const textOf = (table: Record<(typeof TEXTS)[number], AnyPgColumn>) =>
  searchText(...TEXTS.map((name) => table[name]))

/**
 * Its oid is part of the database's identity, so a migration must never drop and recreate this table: the app would take
 * the database for a restored one and pause payments.
 */
export const paymentAttempt = pgTable(
  'payment_attempt',
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** From the browser: a repeat of the same request is the same attempt. */
    key: t.text().notNull().unique(),
    requestHash: t.text('request_hash').notNull(),
    method: t.text().$type<PaymentMethod>().notNull(),
    state: t.text().$type<AttemptState>().notNull(),
    realmId: t.text('realm_id').notNull(),
    customerId: t.text('customer_id').notNull(),
    customerName: t.text('customer_name').notNull().default(''),
    /** The customer's billing address in QuickBooks, one line each. */
    customerAddress: t.text('customer_address').array().notNull().default(sql`'{}'`),
    totalCents: cents('total_cents').notNull(),
    companyName: t.text('company_name').notNull(),
    payerName: t.text('payer_name').notNull(),
    email: t.text().notNull(),
    /** The terms that the payer agreed to, by date; null if the request named none. */
    termsVersion: t.text('terms_version'),
    termsAgreedAt: at('terms_agreed_at'),
    /** The provider's id for the intent or order. */
    providerId: t.text('provider_id').unique(),
    /** The id that staff search for at the provider: the intent or the capture. */
    reference: t.text(),
    /** When the last capture or confirmation without a definite answer was sent. */
    sentAt: at('sent_at'),
    /** Part of the idempotency key. Increases only after a definite decline. */
    generation: t.integer().notNull().default(0),
    capturedCents: cents('captured_cents'),
    /** The card or wallet account that paid, such as `Visa ending in 4242`. */
    paidWith: t.text('paid_with'),
    failureCode: t.text('failure_code'),
    failureText: t.text('failure_text'),
    /** Part of QuickBooks' request id. Increases only after a definite refusal. */
    bookingGeneration: t.integer('booking_generation').notNull().default(0),
    /** When a booking was last sent under the current request id; it may exist. */
    bookingSentAt: at('booking_sent_at'),
    qboPaymentId: t.text('qbo_payment_id'),
    unappliedCents: cents('unapplied_cents').notNull().default(0),
    refundedCents: cents('refunded_cents').notNull().default(0),
    dispute: t.text(),
    /** Why staff should review it; empty if no review is needed. */
    reviewReasons: t.jsonb('review_reasons').$type<readonly ReviewReason[]>().notNull().default([]),
    /** A worker has leased the attempt until then. */
    leasedUntil: at('claimed_until'),
    /** The number of checks since its state last changed, and when the next one is due. */
    checks: t.integer().notNull().default(0),
    nextCheckAt: at('next_check_at'),
    createdAt: at('created_at').notNull().default(sql`now()`),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
    capturedAt: at('captured_at'),
    /** The business's day then, for the receipt and the booking. Null for payments from earlier releases. */
    paidDay: t.date('paid_day', { mode: 'string' }),
  }),
  (table) => [
    // Even if the code has a bug, no attempt ends or returns to the payer while money may be moving.
    check(
      'payment_attempt_sent',
      sql`sent_at IS NULL OR state NOT IN ('created', 'reserved', 'failed', 'cancelled', 'expired')`,
    ),
    check('payment_attempt_state', sql.raw(isOneOf('state', ATTEMPT_STATES))),
    check('payment_attempt_method', sql.raw(isOneOf('method', PAYMENT_METHOD_IDS))),
    check('payment_attempt_review_reasons', sql.raw(areReviewReasons('review_reasons'))),
    check('payment_attempt_terms', sql`(terms_version IS NULL) = (terms_agreed_at IS NULL)`),
    index('payment_attempt_due').on(table.nextCheckAt).where(sql`next_check_at IS NOT NULL`),
    index('payment_attempt_review').on(table.createdAt).where(sql`review_reasons <> '[]'`),
    // For the overview, with what it adds up.
    index('payment_attempt_captured')
      .on(table.capturedAt, table.method, table.capturedCents, table.refundedCents)
      .where(sql`captured_at IS NOT NULL`),
    index('payment_attempt_created').on(table.createdAt, table.id),
    index('payment_attempt_booking').on(table.qboPaymentId),
    searchIndex('payment_attempt_search', textOf(table)),
  ],
)

/** What an attempt pays on an invoice. While it is live, no other attempt can hold that invoice. */
export const paymentLine = pgTable(
  'payment_line',
  (t) => ({
    attemptId: t
      .uuid('attempt_id')
      .notNull()
      .references(() => paymentAttempt.id),
    position: t.integer().notNull(),
    realmId: t.text('realm_id').notNull(),
    invoiceId: t.text('invoice_id').notNull(),
    invoiceNumber: t.text('invoice_number').notNull().default(''),
    /** Null until QuickBooks has told us, and for payments from earlier releases. */
    invoiceDate: t.date('invoice_date', { mode: 'string' }),
    amountCents: cents('amount_cents').notNull(),
    /** The balance that the payer saw, and later the one that QuickBooks had when the intent or order was opened. */
    balanceCents: cents('balance_cents').notNull().default(0),
    isLive: t.boolean('is_live').notNull().default(true),
  }),
  (table) => [
    primaryKey({ columns: [table.attemptId, table.position] }),
    uniqueIndex('payment_line_live').on(table.realmId, table.invoiceId).where(sql`is_live`),
    index('payment_line_invoice').on(table.realmId, table.invoiceId),
    searchIndex('payment_line_search', searchText(table.invoiceNumber)),
  ],
)

/** What a search looks in. */
export const attemptText = textOf(paymentAttempt)
export const lineText = searchText(paymentLine.invoiceNumber)

/** Webhook events that were received, so each counts once. */
export const paymentEvent = pgTable(
  'payment_event',
  (t) => ({
    /** Prefixed with the payment method. */
    id: t.text().primaryKey(),
    receivedAt: at('received_at').notNull().default(sql`now()`),
  }),
  (table) => [index('payment_event_received').on(table.receivedAt)],
)

/**
 * Captured orders whose attempt this database lost, because it was restored from a backup. The provider reported them, and
 * confirmed that it did.
 */
export const paymentStray = pgTable(
  'payment_stray',
  (t) => ({
    /** The order's id. */
    providerId: t.text('provider_id').primaryKey(),
    method: t.text().$type<PaymentMethod>().notNull(),
    attemptId: t.uuid('attempt_id').notNull(),
    receivedAt: at('received_at').notNull().default(sql`now()`),
  }),
  () => [check('payment_stray_method', sql.raw(isOneOf('method', PAYMENT_METHOD_IDS)))],
)

export const paymentReconciliation = pgTable(
  'payment_reconciliation',
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    at: at('at').notNull().default(sql`now()`),
    since: t.date({ mode: 'string' }).notNull(),
    charges: t.integer().notNull().default(0),
    attempts: t.integer().notNull().default(0),
    bookings: t.integer().notNull().default(0),
    differences: t.jsonb().$type<PaymentDifference[]>().notNull().default([]),
    /** Or its process died. Until it's finished, its failure says so. */
    isRunning: t.boolean('is_running').notNull().default(false),
    failure: t.text(),
  }),
  () => [check('payment_reconciliation_running', sql`NOT is_running OR failure IS NOT NULL`)],
)
