// Finds the best few rows of each kind. Exact matches come first, then the newest, or the first by name.

import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { customerName, qboRecord } from '../../db/schema/accounting-copy.ts'
import { bill, billText } from '../../db/schema/bills.ts'
import { attemptText, lineText, paymentAttempt, paymentLine } from '../../db/schema/payments.ts'
import { mappingText, vendorMapping } from '../../db/schema/vendors.ts'
import { hasIndexedWords, hasWord } from '../../db/search.ts'
import { escapeLike } from '../../lib/escape.ts'
import { invoiceNumbers } from '../payments/queries.ts'
import { firstByName, newestFirst, someOf } from './best-rows.ts'

const inPlace = sql`best.place`
const all = (...conditions: (SQL | undefined)[]): SQL => and(...conditions) ?? sql`true`

export const findInvoices = (db: Db, text: string) => {
  const { id, invoiceNumber, vendor, amountCents, status, dueDate } = bill
  const isFound = hasIndexedWords(billText, text)
  const best = newestFirst({
    table: bill,
    id: sql`${id}`,
    isExact: eq(bill.invoiceNumberKey, invoiceNumberKey(text)),
    isFound,
    isFoundAlone: isFound,
    by: sql`${bill.submittedAt}`,
  })
  return db
    .select({ id, invoiceNumber, vendor, amountCents, status, dueDate })
    .from(bill)
    .innerJoin(sql`(${best}) AS best`, sql`best.id = ${id}`)
    .orderBy(inPlace)
}

export const findVendors = (db: Db, text: string) => {
  const { id, email, vendor } = vendorMapping
  const best = firstByName({
    table: vendorMapping,
    id: sql`${id}`,
    isExact: sql`lower(${vendor}) = lower(${text})`,
    isFound: hasIndexedWords(mappingText, text),
    by: sql`lower(${vendor})`,
  })
  return db
    .select({ id, email, vendor })
    .from(vendorMapping)
    .innerJoin(sql`(${best}) AS best`, sql`best.id = ${id}`)
    .orderBy(inPlace)
}

/** Each part has an index. One condition with OR would read every row, and so might IN. */
const isAnyOf = (...ids: SQL[]): SQL =>
  sql`${paymentAttempt.id} = ANY(ARRAY(${sql.join(ids, sql` UNION ALL `)}))`

/** By the payer or customer, an id, or the number of an invoice that it paid. */
export const findPayments = (db: Db, text: string) => {
  const { id, createdAt, qboPaymentId } = paymentAttempt
  const isFound = hasIndexedWords(attemptText, text)
  const isLineFound = hasIndexedWords(lineText, text)
  const attempts = (condition: SQL | undefined) =>
    someOf(sql`SELECT id FROM ${paymentAttempt} WHERE ${condition}`, sql`id`)
  const lines = (condition: SQL) =>
    someOf(sql`SELECT attempt_id FROM ${paymentLine} WHERE ${condition}`, sql`attempt_id`)
  const isId = or(eq(qboPaymentId, text), isUuid(text) ? eq(id, text) : undefined)
  const best = newestFirst({
    table: paymentAttempt,
    id: sql`${id}`,
    isExact: isAnyOf(attempts(isId), lines(hasWord(lineText, escapeLike(text)))),
    isFound: isAnyOf(attempts(isFound), lines(isLineFound)),
    isFoundAlone: sql`(${isFound} OR EXISTS (
      SELECT FROM ${paymentLine} WHERE attempt_id = ${id} AND ${isLineFound}))`,
    by: sql`${createdAt}`,
  })
  return db
    .select({ ...getTableColumns(paymentAttempt), invoiceNumbers })
    .from(paymentAttempt)
    .innerJoin(sql`(${best}) AS best`, sql`best.id = ${id}`)
    .orderBy(inPlace)
}

/** The customers of the connected QuickBooks company. */
export const findCustomers = (db: Db, text: string) => {
  const { id, realmId, kind, data } = qboRecord
  const isCustomer = sql`${realmId} = (SELECT realm_id FROM qbo_connection)
    AND ${kind} = 'customer' AND ${data} IS NOT NULL`
  const name = sql<string>`lower(${customerName})`
  const best = firstByName({
    table: qboRecord,
    id: sql`${id}`,
    isExact: all(isCustomer, hasWord(name, escapeLike(text))),
    isFound: all(isCustomer, hasIndexedWords(name, text)),
    by: name,
  })
  const openInvoices = sql<number>`(
    SELECT count(*)::int FROM ${qboRecord} AS invoice
    WHERE invoice.realm_id = ${realmId} AND invoice.kind = 'invoice'
      AND (invoice.data ->> 'customerId') = ${id} AND ((invoice.data ->> 'balanceCents')::bigint > 0))`
  return db
    .select({ id, name: customerName, openInvoices })
    .from(qboRecord)
    .innerJoin(sql`(${best}) AS best`, all(isCustomer, sql`best.id = ${id}`))
    .orderBy(inPlace)
}
