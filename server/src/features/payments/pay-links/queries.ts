// Finds open invoices and their customers in our copy of the connected QuickBooks company, for links to the payment page.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { payLinkRevocation } from '../../../db/schema/accounting.ts'
import {
  customerName,
  invoiceNumber,
  isOpenInvoice,
  qboRecord,
} from '../../../db/schema/accounting-copy.ts'
import { hasIndexedWords, hasWord } from '../../../db/search.ts'
import { escapeLike } from '../../../lib/escape.ts'
import type { Customer } from '../../../secrets/customer-pass.ts'

export type Which =
  | { readonly by: 'text'; readonly text: string }
  | { readonly by: 'invoice'; readonly id: string }
  | { readonly by: 'customer'; readonly id: string }
  | { readonly by: 'due date' }

/** What is needed to find an invoice on the payment page, and whether that finds one customer only. */
export type Lookup = { readonly number: string; readonly date: string; readonly isUnique: boolean }

export type OpenInvoiceRow = Lookup & {
  readonly id: string
  readonly dueDate: string
  readonly customerId: string
  readonly customer: string
  readonly balanceCents: number
  readonly currency: string
}

export type OpenCustomerRow = {
  readonly id: string
  readonly name: string
  readonly invoices: number
  readonly balances: readonly { readonly currency: string; readonly cents: number }[]
  /** To their oldest invoice that can be looked up or, if there's none, to the oldest one. */
  readonly lookup: Lookup
}

/** How many rows are compared: a part of a name can match most of a table. */
const COMPARED_MAX = 1_000
/** If there are more, none of them might owe anything. Some customers who do then have the same words in their names. */
const DUE_FIRST_MAX = 2_000

const inCompany = sql`realm_id = (SELECT realm_id FROM qbo_connection)`
const isOpen = sql`${inCompany} AND ${isOpenInvoice}`
const isCustomer = sql`${inCompany} AND kind = 'customer' AND data IS NOT NULL`

/** As `qbo_invoice_customer` has them, the oldest first. */
const openOf = (customerId: SQL): SQL => sql`${inCompany} AND kind = 'invoice'
  AND (data ->> 'customerId') = ${customerId} AND ((data ->> 'balanceCents')::bigint > 0)`
const oldestFirst = sql.raw(`data ->> 'date', id`)

/** A search for number and date would find this one's customer only. A voided invoice has a total of zero. */
const isUnique = sql`NOT EXISTS (
  SELECT FROM ${qboRecord} AS other
  WHERE other.realm_id = invoice.realm_id AND other.kind = 'invoice'
    AND other.data ->> 'number' = invoice.data ->> 'number' AND other.data ->> 'date' = invoice.data ->> 'date'
    AND other.data ->> 'customerId' <> invoice.data ->> 'customerId'
    AND (other.data ->> 'totalCents')::bigint > 0)`

/** The customers with these words in their names: `id`, `name` and `grade`, which is 0 for the whole name. */
const customersNamed = (text: string): SQL => {
  const name = sql<string>`lower(${customerName})`
  const some = (grade: 0 | 1, isFound: SQL) => sql`(
    SELECT id, ${name} AS name, ${sql.raw(String(grade))} AS grade FROM ${qboRecord}
    WHERE ${isCustomer} AND ${isFound} LIMIT ${COMPARED_MAX})`
  const isFound = hasIndexedWords(name, text)
  const owesFirst = sql`(SELECT count(*) FROM likely) >= ${COMPARED_MAX}
    AND id = ANY(ARRAY(SELECT data ->> 'customerId' FROM ${qboRecord}
      WHERE ${isOpen} ORDER BY data ->> 'dueDate' LIMIT ${DUE_FIRST_MAX}))`
  return sql`WITH likely AS MATERIALIZED (
      ${some(0, hasWord(name, escapeLike(text)))} UNION ALL ${some(1, isFound)})
    SELECT id, name, min(grade) AS grade
    FROM (SELECT * FROM likely UNION ALL ${some(1, sql`${owesFirst} AND ${isFound}`)}) AS named
    GROUP BY id, name`
}

const due = sql.raw(`data ->> 'dueDate' AS due`)

/** By number, the whole number first, then by the customer's name. */
const invoicesWith = (text: string, max: number): SQL => {
  const number = sql<string>`lower(${invoiceNumber})`
  const some = (isFound: SQL) => sql`(
    SELECT id, ${due}, CASE WHEN ${number} = lower(${text}) THEN 0 ELSE 1 END AS grade FROM ${qboRecord}
    WHERE ${isOpen} AND ${isFound} LIMIT ${COMPARED_MAX})`
  // The trigram index would read all numbers that begin like this one.
  const isWhole = sql`${invoiceNumber} IN (${text}, upper(${text}), lower(${text}))`
  const ofCustomers = sql`(
    SELECT owed.id, owed.due, 2 AS grade FROM (${customersNamed(text)}) AS customer
    CROSS JOIN LATERAL (
      SELECT id, ${due} FROM ${qboRecord} WHERE ${openOf(sql`customer.id`)} ORDER BY ${oldestFirst} LIMIT ${max}
    ) AS owed)`
  return sql`SELECT id, due, min(grade) AS grade FROM (
    ${some(isWhole)}
    UNION ALL ${some(hasIndexedWords(number, text))}
    UNION ALL ${ofCustomers}) AS found GROUP BY id, due`
}

/** The `id`, `due` date and `grade` of the invoices. */
const chosen = (which: Which, max: number): SQL => {
  const all = (condition: SQL) =>
    sql`SELECT id, ${due}, 0 AS grade FROM ${qboRecord} WHERE ${condition}`
  switch (which.by) {
    case 'text':
      return invoicesWith(which.text, max)
    case 'invoice':
      return all(sql`${isOpen} AND id = ${which.id}`)
    case 'customer':
      return all(sql`${openOf(sql`${which.id}`)} ORDER BY ${oldestFirst} LIMIT ${max}`)
    case 'due date':
      return all(sql`${isOpen} ORDER BY data ->> 'dueDate', id LIMIT ${max}`)
  }
}

/** Invoices that are due first come first. */
export const findOpenInvoices = async (
  db: Db,
  which: Which,
  max: number,
): Promise<OpenInvoiceRow[]> => {
  const { rows } = await db.execute<OpenInvoiceRow>(sql`
    WITH best AS MATERIALIZED (
      SELECT * FROM (${chosen(which, max)}) AS chosen ORDER BY grade, due, id LIMIT ${max})
    SELECT invoice.id, invoice.data ->> 'number' AS number, invoice.data ->> 'date' AS date,
      invoice.data ->> 'dueDate' AS "dueDate", invoice.data ->> 'customerId' AS "customerId",
      coalesce(customer.data ->> 'name', invoice.data ->> 'customerName') AS customer,
      (invoice.data ->> 'balanceCents')::float8 AS "balanceCents", invoice.data ->> 'currency' AS currency,
      ${isUnique} AS "isUnique"
    FROM best JOIN ${qboRecord} AS invoice ON invoice.id = best.id AND invoice.kind = 'invoice'
      AND invoice.realm_id = (SELECT realm_id FROM qbo_connection)
    LEFT JOIN ${qboRecord} AS customer ON customer.realm_id = invoice.realm_id
      AND customer.kind = 'customer' AND customer.id = invoice.data ->> 'customerId'
    ORDER BY grade, due, invoice.id`)
  return rows
}

/** The `id`, `name` and `grade` of the customers. */
const payers = (which: Which, max: number): SQL => {
  const all = (condition: SQL) => sql`SELECT id, ${customerName} AS name, 0 AS grade
    FROM ${qboRecord} WHERE ${isCustomer} AND ${condition}`
  switch (which.by) {
    case 'text':
      return sql`SELECT id, name, grade FROM (${customersNamed(which.text)}) AS named
        WHERE EXISTS (SELECT FROM ${qboRecord} WHERE ${openOf(sql`named.id`)})
        ORDER BY grade, name, id LIMIT ${max}`
    case 'invoice':
      return all(sql`id = (SELECT data ->> 'customerId' FROM ${qboRecord}
        WHERE ${isOpen} AND id = ${which.id})`)
    case 'customer':
      return all(sql`id = ${which.id}`)
    case 'due date':
      return all(sql`false`)
  }
}

/** The page trims what customers type. */
const isFindable = sql`(invoice.data ->> 'number' ~ '^\\S(.*\\S)?$' AND ${isUnique})`

/** The payer's oldest invoice of these. */
const oldestOf = (condition: SQL): SQL => sql`
  SELECT data ->> 'number' AS number, data ->> 'date' AS date, ${isUnique} AS is_unique, ${isFindable} AS is_findable
  FROM ${qboRecord} AS invoice WHERE ${openOf(sql`payer.id`)} AND ${condition} ORDER BY ${oldestFirst} LIMIT 1`

/** By name, or the customer of the invoice. */
export const findOpenCustomers = async (
  db: Db,
  which: Which,
  max: number,
): Promise<OpenCustomerRow[]> => {
  const { rows } = await db.execute<OpenCustomerRow>(sql`
    SELECT payer.id, customer.data ->> 'name' AS name, owed.invoices, owed.balances, link.lookup
    FROM (${payers(which, max)}) AS payer
    JOIN ${qboRecord} AS customer ON customer.id = payer.id AND customer.kind = 'customer'
      AND customer.realm_id = (SELECT realm_id FROM qbo_connection)
    CROSS JOIN LATERAL (
      SELECT sum(count)::int AS invoices,
        json_agg(json_build_object('currency', currency, 'cents', cents) ORDER BY count DESC, currency) AS balances
      FROM (
        SELECT data ->> 'currency' AS currency, count(*), sum((data ->> 'balanceCents')::bigint) AS cents
        FROM ${qboRecord} WHERE ${openOf(sql`payer.id`)} GROUP BY 1) AS open
    ) AS owed
    CROSS JOIN LATERAL (
      SELECT json_build_object('number', number, 'date', date, 'isUnique', is_unique) AS lookup
      FROM ((${oldestOf(isFindable)}) UNION ALL (${oldestOf(sql`true`)})) AS oldest
      ORDER BY is_findable DESC LIMIT 1
    ) AS link
    ORDER BY grade, payer.name, payer.id`)
  return rows
}

export type Company = { readonly realmId: string; readonly isFilled: boolean }

/** The connected company, and whether our copy has everything of it. */
export const findCompany = async (db: Db): Promise<Company | undefined> => {
  const { rows } = await db.execute<Company>(sql`
    SELECT realm_id AS "realmId", filled_at IS NOT NULL AS "isFilled" FROM qbo_connection LEFT JOIN qbo_copy USING (realm_id)`)
  return rows[0]
}

/** Also ends what browsers may see. */
export const revokeLinks = async (db: Db, customer: Customer): Promise<void> => {
  // By the clock that keys have.
  const revokedAt = new Date()
  await db
    .insert(payLinkRevocation)
    .values({ ...customer, revokedAt })
    .onConflictDoUpdate({
      target: [payLinkRevocation.realmId, payLinkRevocation.customerId],
      set: { revokedAt },
    })
}

/** Undefined if our copy doesn't have it. */
export const findCustomerName = async (
  db: Db,
  { realmId, customerId }: Customer,
): Promise<string | undefined> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT ${customerName} AS name FROM ${qboRecord}
    WHERE realm_id = ${realmId} AND kind = 'customer' AND id = ${customerId} AND data IS NOT NULL`)
  return rows[0]?.name
}
