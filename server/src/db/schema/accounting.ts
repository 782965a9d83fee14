// Tables for the QuickBooks connection, the bills we posted there, and its webhook events.
import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { at, cents } from './common.ts'

/** One row: the connected company. Both tokens are sealed. */
export const qboConnection = pgTable(
  'qbo_connection',
  (t) => ({
    id: t.integer().primaryKey().default(1),
    realmId: t.text('realm_id').notNull(),
    companyName: t.text('company_name').notNull(),
    accessToken: t.text('access_token').notNull(),
    accessExpiresAt: at('access_expires_at').notNull(),
    refreshToken: t.text('refresh_token').notNull(),
    refreshExpiresAt: at('refresh_expires_at').notNull(),
    /** When someone must connect again however often the tokens are renewed; null until Intuit says. */
    hardExpiresAt: at('hard_expires_at'),
    state: t.text().$type<'connected' | 'invalid'>().notNull(),
    reason: t.text(),
    version: t.integer().notNull().default(1),
    /** Who is renewing the tokens right now, and until when. */
    leaseOwner: t.uuid('lease_owner'),
    leaseUntil: at('lease_until'),
    /** The kind and day of the last email about a failing connection, to send at most one per day. */
    noticeSent: t.text('notice_sent').notNull().default(''),
    connectedBy: t.text('connected_by').notNull(),
    connectedAt: at('connected_at').notNull().default(sql`now()`),
  }),
  (table) => [
    check('qbo_connection_single', sql`${table.id} = 1`),
    check('qbo_connection_state', sql`${table.state} IN ('connected', 'invalid')`),
  ],
)

/** One row per company: its QuickBooks API calls, counted across processes. UNLOGGED, like `rate_limit`. */
export const qboPace = pgTable('qbo_pace', (t) => ({
  realmId: t.text('realm_id').primaryKey(),
  /** When the leaky bucket is empty again. */
  emptyAt: at('empty_at').notNull(),
  /** QuickBooks asked us to wait. Payments try again earlier. */
  pausedUntil: at('paused_until'),
}))

export type BillPostingState = 'intent' | 'unknown' | 'created' | 'failed'

/** The QuickBooks bill of a task. A task without a row has none. */
export const billPosting = pgTable(
  'bill_posting',
  (t) => ({
    taskId: t.text('task_id').primaryKey(),
    realmId: t.text('realm_id').notNull(),
    state: t.text().$type<BillPostingState>().notNull(),
    /** Part of the request id. Increases only once it's certain that the last try wrote nothing. */
    generation: t.integer().notNull().default(1),
    vendorId: t.text('vendor_id').notNull(),
    vendorName: t.text('vendor_name').notNull(),
    accountId: t.text('account_id').notNull(),
    invoiceNumber: t.text('invoice_number').notNull(),
    amountCents: cents('amount_cents').notNull(),
    date: t.date({ mode: 'string' }).notNull(),
    /** Bills with the same number that an approver saw and accepted. */
    similarBillIds: t.text('similar_bill_ids').array().notNull().default(sql`'{}'`),
    billId: t.text('bill_id'),
    /** The bill already existed in QuickBooks. */
    isAdopted: t.boolean('is_adopted').notNull().default(false),
    balanceCents: cents('balance_cents'),
    paidAt: at('paid_at'),
    attachedAt: at('attached_at'),
    /** The error code. */
    failure: t.text(),
    /** A worker has claimed it until then. */
    claimedUntil: at('claimed_until'),
    /** The task was turned down while this bill was in QuickBooks. Ignored once the task is approved again as it was. */
    toVoidSince: at('to_void_since'),
    actor: t.text().notNull(),
    /** When this generation started. */
    createdAt: at('created_at').notNull().default(sql`now()`),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
  }),
  (table) => [
    index('bill_posting_bill').on(table.billId),
    check('bill_posting_state', sql`${table.state} IN ('intent', 'unknown', 'created', 'failed')`),
    check('bill_posting_created', sql`${table.state} <> 'created' OR ${table.billId} IS NOT NULL`),
    index('bill_posting_to_void')
      .on(table.toVoidSince)
      .where(sql`${table.toVoidSince} IS NOT NULL`),
  ],
)

/** Webhook events we've handled, so each counts once. */
export const qboWebhookEvent = pgTable(
  'qbo_webhook_event',
  (t) => ({
    id: t.text().primaryKey(),
    receivedAt: at('received_at').notNull().default(sql`now()`),
  }),
  (table) => [index('qbo_webhook_event_received').on(table.receivedAt)],
)

/** Pay links of a customer, and what they let browsers see, end if they're from before. */
export const payLinkRevocation = pgTable(
  'pay_link_revocation',
  (t) => ({
    realmId: t.text('realm_id').notNull(),
    customerId: t.text('customer_id').notNull(),
    revokedAt: at('revoked_at').notNull().default(sql`now()`),
  }),
  (table) => [primaryKey({ columns: [table.realmId, table.customerId] })],
)
