// Our copy of the connected company's QuickBooks data: the fields we use, so pages needn't wait for QuickBooks.
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { at, searchIndex } from './common.ts'

/** What is still to be read from the start, and where to go on. */
export type Fill = {
  /** The first one is being read. */
  readonly kinds: readonly string[]
  readonly since: string
  readonly position: number
  /** Records of these kinds that weren't seen since then are deleted at the end. */
  readonly startedAt: string
  /** QuickBooks' own time before anything of it was read. */
  readonly readAt?: string | undefined
}

/** One row per company. */
export const qboCopy = pgTable('qbo_copy', (t) => ({
  realmId: t.text('realm_id').primaryKey(),
  /** Null if there's nothing to read from the start. */
  fill: t.jsonb().$type<Fill>(),
  /** Records read from the start so far, and how many there are. */
  done: t.integer().notNull().default(0),
  total: t.integer().notNull().default(0),
  /** When everything had been read once. */
  filledAt: at('filled_at'),
  /** The copy has every change made before, by our clock. */
  checkedAt: at('checked_at'),
  /** The same by QuickBooks' clock: the next read of changes starts here. */
  readAt: at('read_at'),
  /** The last try to read changes failed. */
  failedAt: at('failed_at'),
  problem: t.text(),
  /** Who is reading right now, and until when. */
  leaseOwner: t.uuid('lease_owner'),
  leasedUntil: at('leased_until'),
}))

const of = (kind: string) => sql.raw(`kind = '${kind}'`)
const field = (name: string) => sql.raw(`(data ->> '${name}')`)

/** For records of that kind. */
export const invoiceNumber = sql<string>`${field('number')}`
export const isOpenInvoice = sql.raw(`kind = 'invoice' AND (data ->> 'balanceCents')::bigint > 0`)
export const customerName = sql<string>`${field('name')}`

/** The newest version we've seen of each record. */
export const qboRecord = pgTable(
  'qbo_record',
  (t) => ({
    realmId: t.text('realm_id').notNull(),
    kind: t.text().notNull(),
    id: t.text().notNull(),
    /** QuickBooks' version of the record. */
    updatedAt: at('updated_at').notNull(),
    syncToken: t.integer('sync_token').notNull(),
    /** Null if it was deleted. The row stays, so an older version that arrives late can't bring it back. */
    data: t.jsonb(),
    seenAt: at('seen_at').notNull().default(sql`now()`),
  }),
  (table) => [
    primaryKey({ columns: [table.realmId, table.kind, table.id] }),
    index('qbo_invoice_number')
      .on(table.realmId, field('number'), field('date'))
      .where(of('invoice')),
    index('qbo_invoice_customer')
      .on(
        table.realmId,
        field('customerId'),
        sql.raw(`((data ->> 'balanceCents')::bigint > 0)`),
        field('date'),
      )
      .where(of('invoice')),
    index('qbo_payment_unapplied')
      .on(table.realmId, field('customerId'))
      .where(sql.raw(`kind = 'payment' AND (data ->> 'unappliedCents')::bigint > 0`)),
    index('qbo_invoice_due').on(table.realmId, field('dueDate')).where(isOpenInvoice),
    searchIndex('qbo_invoice_search', sql`lower(${invoiceNumber})`).where(isOpenInvoice),
    index('qbo_bill_number')
      .on(table.realmId, field('vendorId'), sql.raw(`lower(data ->> 'invoiceNumber')`))
      .where(of('bill')),
    index('qbo_vendor_name')
      .on(table.realmId, sql.raw(`lower(data ->> 'name')`))
      .where(of('vendor')),
    index('qbo_billpayment_date').on(table.realmId, field('date')).where(of('billpayment')),
    index('qbo_billpayment_bills')
      .using('gin', sql.raw(`(data -> 'bills') jsonb_path_ops`))
      .where(of('billpayment')),
    searchIndex('qbo_customer_search', sql`lower(${customerName})`).where(of('customer')),
  ],
)
