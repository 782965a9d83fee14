// Tables of vendor mappings, which say who an email belongs to, and of invitations, by which vendors send their details.
import {
  INVITATION_STATES,
  type VendorDetails,
} from '@invoice-desk/contract/vendors/vendor-details'
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, isOneOf, searchIndex, searchText } from './common.ts'

export type VendorAddress = { line1: string; city: string; state: string; zipCode: string }

type TextColumns = Record<'email' | 'vendor' | 'qbBillAccount', AnyPgColumn>
const textOf = ({ email, vendor, qbBillAccount }: TextColumns) =>
  searchText(email, vendor, qbBillAccount)

export const vendorMapping = pgTable(
  'vendor_mapping',
  (t) => ({
    id: t.uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** In lower case, so an address belongs to one vendor no matter how it's typed. */
    email: t.text().notNull(),
    vendor: t.text().notNull(),
    qbBillAccount: t.text('qb_bill_account').notNull().default(''),
    address: t.jsonb().$type<VendorAddress>(),
    track1099: t.boolean('track_1099').notNull().default(false),
    /** The number itself goes to QuickBooks. We store just enough to recognize it. */
    taxIdLast4: t.text('tax_id_last4'),
    taxIdType: t.text('tax_id_type').$type<'EIN' | 'SSN'>(),
    version: t.integer().notNull().default(1),
    createdAt: at('created_at').notNull().default(sql`now()`),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
  }),
  (table) => [
    uniqueIndex('vendor_mapping_email').on(table.email),
    check('vendor_mapping_tax_id_type', sql`${table.taxIdType} IN ('EIN', 'SSN')`),
    index('vendor_mapping_vendor').on(sql`lower(${table.vendor})`, table.id),
    searchIndex('vendor_mapping_search', textOf(table)),
  ],
)

/** What a search looks in. */
export const mappingText = textOf(vendorMapping)

/** One row per email: the newest invitation and what the vendor sent most recently. */
export const vendorInvitation = pgTable(
  'vendor_invitation',
  (t) => ({
    id: t.uuid().primaryKey().default(sql`gen_random_uuid()`),
    /** In lower case. */
    email: t.text().notNull(),
    name: t.text().notNull(),
    state: t.text().$type<(typeof INVITATION_STATES)[number]>().notNull().default('invited'),
    version: t.integer().notNull().default(1),
    /** Null if the vendor asked for the link. */
    invitedBy: t.text('invited_by'),
    /** Hashes of the links that work. An email that is sent twice contains two links. */
    tokenHashes: t.text('token_hashes').array().notNull().default(sql`'{}'`),
    sentAt: at('sent_at').notNull().default(sql`now()`),
    linkExpiresAt: at('link_expires_at').notNull(),
    details: t.jsonb().$type<Omit<VendorDetails, 'submittedAt'>>(),
    submittedAt: at('submitted_at'),
    /** Only while the details wait for review. */
    sealedTaxId: t.text('sealed_tax_id'),
    /** Why staff sent the details back. */
    reason: t.text(),
    /** Someone is accepting the details until then, so nothing else may change them. */
    claimedUntil: at('claimed_until'),
    decidedBy: t.text('decided_by'),
    decidedAt: at('decided_at'),
    /** In QuickBooks, once accepted. */
    vendorId: t.text('vendor_id'),
  }),
  (table) => [
    uniqueIndex('vendor_invitation_email').on(table.email),
    index('vendor_invitation_tokens').using('gin', table.tokenHashes),
    check('vendor_invitation_state', sql.raw(isOneOf('state', INVITATION_STATES))),
    check(
      'vendor_invitation_submitted',
      sql.raw(`(state = 'submitted') = (sealed_tax_id IS NOT NULL)
        AND (state <> 'submitted' OR (details IS NOT NULL AND submitted_at IS NOT NULL))`),
    ),
  ],
)
