// Tables for submitted invoices, which we call bills, with their files and messages.
import {
  ACCEPTED_STATUSES,
  ALL_STATUSES,
  type BillStatus,
  PENDING_STATUSES,
} from '@invoice-desk/contract/bills/bill-status'
import { MESSAGE_KINDS, type MessageKind } from '@invoice-desk/contract/bills/conversation'
import type { resubmitInvoice } from '@invoice-desk/contract/contractor/submission'
import type { ReadDocument } from '@invoice-desk/contract/document/read-document'
import type { FormOf } from '@invoice-desk/contract/http/endpoint'
import { FILE_TYPES } from '@invoice-desk/contract/values/limits'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, cents, isOneOf, searchIndex, searchText } from './common.ts'

export type FileType = (typeof FILE_TYPES)[number]

export const invoiceFile = pgTable(
  'invoice_file',
  (t) => ({
    id: t.uuid().primaryKey(),
    /** The contractor's file name; never used as a path. */
    name: t.text().notNull(),
    type: t.text().$type<FileType>().notNull(),
    bytes: t.integer().notNull(),
    sha256: t.text().notNull(),
    /** The amounts in its text, in cents. Null until it has been read; empty if there's nothing to compare, as in an image. */
    amounts: t.jsonb().$type<number[]>(),
    /** What else is in its text. Null until it has been read, and for files that an earlier version read. */
    found: t.jsonb().$type<Omit<ReadDocument, 'amounts'>>(),
    createdAt: at('created_at').notNull().default(sql`now()`),
    /** When it was erased, as the settings say. Its hash stays, so that the same file is still noticed. */
    erasedAt: at('erased_at'),
    /** Erased: first the row, and then the file. */
    isStored: t.boolean('is_stored').notNull().default(true),
  }),
  (table) => [
    index('invoice_file_sha256').on(table.sha256),
    index('invoice_file_kept').on(table.createdAt).where(sql`${table.erasedAt} IS NULL`),
    index('invoice_file_to_remove')
      .on(table.id)
      .where(sql`${table.erasedAt} IS NOT NULL AND ${table.isStored}`),
    check('invoice_file_stored', sql`${table.isStored} OR ${table.erasedAt} IS NOT NULL`),
    index('invoice_file_unread').on(table.createdAt).where(sql`${table.amounts} IS NULL`),
    check('invoice_file_type', sql.raw(isOneOf('type', FILE_TYPES))),
  ],
)

/** A stored file without a row. The sweep deletes it after a while. */
export const orphanedFile = pgTable('orphaned_file', (t) => ({
  fileId: t.uuid('file_id').primaryKey(),
  foundAt: at('found_at').notNull().default(sql`now()`),
  /** The start of the last sweep that found it. */
  seenAt: at('seen_at').notNull(),
}))

/** An earlier bill that looked the same when this one was submitted. */
export type DuplicateFlag = { billId: string; because: 'same_number' | 'same_file' }

/** Someone approved the bill, for themselves or in place of a person that the rule names. It may need others too. */
export type Approval = {
  email: string
  at: string
  onBehalfOf?: string
  /** An administrator whom the rule doesn't name gave it, not a delegate. */
  isSubstitute?: boolean
}

/** What the contractor changed, with the earlier values. Empty before the first change. */
export type BillChanges = Partial<FormOf<typeof resubmitInvoice>['content']> & {
  fileReplaced?: boolean
  resubmittedAt?: string
  /** The bill's version after it. */
  version?: number
}

/** The condition of the partial indexes on pending bills. A query uses them only if it has the same condition. */
export const IS_PENDING = isOneOf('status', PENDING_STATUSES)
const isPending = sql.raw(IS_PENDING)

export const IS_ACCEPTED = isOneOf('status', ACCEPTED_STATUSES)

const textOf = (table: Record<'invoiceNumber' | 'vendor' | 'email', AnyPgColumn>) =>
  searchText(table.invoiceNumber, table.vendor, table.email)

/** A submitted invoice. The specification calls it a bill for contractors and a task for approvers; its id is the taskId. */
export const bill = pgTable(
  'bill',
  (t) => ({
    id: t.uuid().primaryKey(),
    email: t.text().notNull(),
    vendor: t.text().notNull(),
    invoiceNumber: t.text('invoice_number').notNull(),
    /** Letters and digits in upper case, to compare `inv-7` with `INV 7`. */
    invoiceNumberKey: t.text('invoice_number_key').notNull(),
    amountCents: cents('amount_cents').notNull(),
    dueDate: t.date('due_date', { mode: 'string' }).notNull(),
    status: t.text().$type<BillStatus>().notNull().default('received'),
    /** Counts every change, for optimistic locking. */
    version: t.integer().notNull().default(1),
    /** The invoice itself. */
    fileId: t.uuid('file_id').references(() => invoiceFile.id),
    /** The files that belong to it, such as receipts, in their order. */
    attachmentIds: t.uuid('attachment_ids').array().notNull().default([]),
    /** The idempotency key of the submission. */
    submissionKey: t.text('submission_key'),
    /** The idempotency key of the last correction. */
    resubmissionKey: t.text('resubmission_key'),
    changes: t.jsonb().$type<BillChanges>().notNull().default({}),
    duplicates: t.jsonb().$type<DuplicateFlag[]>().notNull().default([]),
    /** Approvals of the current version; a rejection or vendor change clears them. */
    approvals: t.jsonb().$type<Approval[]>().notNull().default([]),
    submittedAt: at('submitted_at').notNull().default(sql`now()`),
    /** Since when it's been the turn of those who can approve it now. */
    waitingSince: at('waiting_since').notNull().default(sql`now()`),
    /** When it had waited too long for them. */
    escalatedAt: at('escalated_at'),
    decidedAt: at('decided_at'),
    decidedBy: t.text('decided_by'),
    /** What staff told the contractor when they turned it down. */
    rejectReason: t.text('reject_reason'),
    /** Approved while QuickBooks was unavailable; a job still has to add the bill. */
    postLater: t.boolean('post_later').notNull().default(false),
    /** Why that job stopped, and what staff must fix first. */
    postRefusal: t.text('post_refusal'),
    paidAt: at('paid_at'),
    /** Set if staff marked it as paid, not if it was paid in QuickBooks. */
    paidBy: t.text('paid_by'),
    paidDate: t.date('paid_date', { mode: 'string' }),
    /** For staff only. */
    paidNote: t.text('paid_note'),
    /** Such as the number of the check. The contractor sees it. */
    paidReference: t.text('paid_reference'),
  }),
  (table) => [
    index('bill_vendor').on(sql`lower(${table.vendor})`, table.status, table.submittedAt),
    // The number comes first, because a search knows only that.
    index('bill_number').on(table.invoiceNumberKey, sql`lower(${table.vendor})`),
    // Pending bills, in each order that the list offers.
    index('bill_pending').on(table.submittedAt, table.id, table.amountCents).where(isPending),
    index('bill_pending_due').on(table.dueDate, table.id).where(isPending),
    index('bill_pending_amount').on(table.amountCents, table.id).where(isPending),
    index('bill_pending_vendor').on(sql`lower(${table.vendor})`, table.id).where(isPending),
    // For the overview. Each also holds what it adds up, so it needn't read the bills themselves.
    index('bill_unpaid').on(table.dueDate, table.amountCents).where(sql`status = 'approved'`),
    index('bill_paid')
      .on(table.paidAt, table.amountCents)
      .where(sql`status = 'paid' AND paid_date IS NULL`),
    index('bill_marked_paid')
      .on(table.paidDate, table.amountCents)
      .where(sql`status = 'paid' AND paid_date IS NOT NULL`),
    index('bill_decided')
      .on(table.decidedAt, table.status, table.submittedAt, table.amountCents)
      .where(sql`decided_at IS NOT NULL`),
    index('bill_refused').on(table.decidedAt).where(sql`post_refusal IS NOT NULL`),
    // All bills: the default order, the filters by date, and the search.
    index('bill_submitted').on(table.submittedAt, table.id),
    index('bill_due').on(table.dueDate, table.id),
    searchIndex('bill_search', textOf(table)),
    // Whether anything from an email has been approved, and when last.
    index('bill_accepted').on(table.email, table.decidedAt).where(sql.raw(IS_ACCEPTED)),
    index('bill_file').on(table.fileId),
    index('bill_attachments')
      .using('gin', table.attachmentIds)
      // Each of thousands of lookups would read the entries that aren't merged yet.
      .with({ fastupdate: false })
      .where(sql`${table.attachmentIds} <> '{}'`),
    index('bill_post_later').on(table.decidedAt).where(sql`${table.postLater}`),
    uniqueIndex('bill_submission').on(table.email, table.submissionKey),
    check('bill_status', sql.raw(isOneOf('status', ALL_STATUSES))),
    check('bill_amount', sql`${table.amountCents} > 0`),
    check('bill_changes', sql`jsonb_typeof(${table.changes}) = 'object'`),
    check('bill_duplicates', sql`jsonb_typeof(${table.duplicates}) = 'array'`),
    check('bill_approvals', sql`jsonb_typeof(${table.approvals}) = 'array'`),
  ],
)

/** What staff and the contractor write to each other about a bill, and staff's notes, which contractors never see. */
export const billMessage = pgTable(
  'bill_message',
  (t) => ({
    id: t.uuid().primaryKey(),
    billId: t
      .uuid('bill_id')
      .notNull()
      .references(() => bill.id),
    /** The person's email. */
    author: t.text().notNull(),
    kind: t.text().$type<MessageKind>().notNull(),
    text: t.text().notNull(),
    /** The idempotency key of the request. */
    key: t.text().notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  }),
  (table) => [
    index('bill_message_bill').on(table.billId, table.createdAt, table.id),
    uniqueIndex('bill_message_key').on(table.author, table.key),
    check('bill_message_kind', sql.raw(isOneOf('kind', MESSAGE_KINDS))),
  ],
)

/** What a search looks in. */
export const billText = textOf(bill)
