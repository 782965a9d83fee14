// Table that maps a vendor's email to the vendor and its bill account.
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, searchIndex, searchText } from './common.ts'

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
