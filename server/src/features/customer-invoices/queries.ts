// Reads customer invoices and their payments from our copy of QuickBooks, in one statement each.

import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Customer } from '../../secrets/customer-pass.ts'
import type { Age } from '../accounting/copy/reads.ts'
import type { Kept } from '../accounting/copy/records.ts'

export type Invoice = Kept<'invoice'>
/** Without what is only on the invoice itself, which would make a list of 200 invoices long. */
export type ListedInvoice = Omit<Invoice, 'content' | 'message' | 'billTo'>
export type Payment = Kept<'payment'>

/** How many of a customer's invoices a search shows, the newest first. */
export const RELATED_MAX = { openMax: 150, paidMax: 50 }

const LISTED = `data - '{content,message,billTo}'::text[]`

/** The copy, unless it isn't filled yet. */
export const COPY = `copy AS (
  SELECT qbo_copy.realm_id, checked_at, failed_at
  FROM qbo_connection JOIN qbo_copy USING (realm_id) WHERE filled_at IS NOT NULL)`

const relatedOf = (isOpen: string, max: number) => `
  SELECT record.data FROM copy, customer, qbo_record AS record
  WHERE record.realm_id = copy.realm_id AND record.kind = 'invoice'
    AND record.data ->> 'customerId' = customer.id AND ${isOpen} AND ${IS_VALID}
  ORDER BY record.data ->> 'date' DESC, record.id LIMIT ${max}`

/** A voided invoice stays in QuickBooks with a total of zero. */
export const IS_VALID = `(record.data ->> 'totalCents')::bigint > 0`
export const IS_OPEN = `((record.data ->> 'balanceCents')::bigint > 0)`

/** The payments applied to the invoices in `from`. With `IN`, PostgreSQL would read all payments. */
const paymentsOf = (from: string) => `(
  SELECT json_agg(payment.data) FROM copy
  JOIN qbo_record AS payment ON payment.realm_id = copy.realm_id AND payment.kind = 'payment'
    AND payment.data IS NOT NULL AND payment.id = ANY(ARRAY(SELECT jsonb_array_elements_text(data -> 'paymentIds') FROM ${from})))`

/** A sum in one currency. */
export type Credit = { readonly currency: string; readonly cents: number }

/** The parts of the customer's payments that no invoice has used, by currency. */
export const unappliedOf = (customerId: string) => `(
  SELECT json_agg(credit ORDER BY currency) FROM (
    SELECT payment.data ->> 'currency' AS currency, sum((payment.data ->> 'unappliedCents')::bigint) AS cents
    FROM copy JOIN qbo_record AS payment ON payment.realm_id = copy.realm_id AND payment.kind = 'payment'
      AND (payment.data ->> 'unappliedCents')::bigint > 0 AND payment.data ->> 'customerId' = ${customerId}
    GROUP BY 1) AS credit)`

export type FoundInvoices = {
  readonly realmId: string
  /** The invoices with the number and date, of any customer. */
  readonly matched: readonly ListedInvoice[]
  /** The newest open and paid invoices of the customer, if they're all of one. */
  readonly related: readonly ListedInvoice[]
  readonly payments: readonly Payment[]
  readonly customerName: string | null
  /** Known only from the copy. */
  readonly unapplied: readonly Credit[]
}

export type Row<T> = { [K in keyof Omit<T, 'realmId'>]: T[K & keyof T] | null } & {
  readonly realm_id: string
  readonly checked_at: Date
  readonly failed_at: Date | null
}

export const ageOf = ({ checked_at, failed_at }: Row<unknown>): Age => ({
  checkedAt: checked_at,
  failedAt: failed_at,
})

const findInvoices = statement<Row<FoundInvoices>>(`
    WITH ${COPY}, matched AS (
      SELECT record.data FROM copy, qbo_record AS record
      WHERE record.realm_id = copy.realm_id AND record.kind = 'invoice'
        AND record.data ->> 'number' = $1 AND record.data ->> 'date' = $2
        AND ${IS_VALID}
    ), customer AS (
      SELECT min(data ->> 'customerId') AS id FROM matched
      HAVING count(DISTINCT data ->> 'customerId') = 1
    ), related AS (
      (${relatedOf(IS_OPEN, RELATED_MAX.openMax)})
      UNION ALL (${relatedOf(`NOT ${IS_OPEN}`, RELATED_MAX.paidMax)})
    ), listed AS (SELECT data FROM matched UNION ALL SELECT data FROM related)
    SELECT copy.*,
      (SELECT json_agg(${LISTED}) FROM matched) AS matched,
      (SELECT json_agg(${LISTED}) FROM related) AS related,
      ${paymentsOf('listed')} AS payments, ${unappliedOf('(SELECT id FROM customer)')} AS unapplied,
      (SELECT record.data ->> 'name' FROM customer, qbo_record AS record
        WHERE record.realm_id = copy.realm_id AND record.kind = 'customer'
          AND record.id = customer.id) AS "customerName"
    FROM copy`)

/** Undefined until the copy is filled. */
export const searchCopy = async (db: Db, number: string, date: string) => {
  const [row] = await findInvoices(db, number, date)
  if (!row) return undefined
  const { matched, related, payments, customerName, unapplied } = row
  const value: FoundInvoices = {
    realmId: row.realm_id,
    matched: matched ?? [],
    related: related ?? [],
    payments: payments ?? [],
    customerName,
    unapplied: unapplied ?? [],
  }
  return { age: ageOf(row), value }
}

/** The invoice with the id `$2` in the company `$1`. */
export const INVOICE = `invoice AS (
      SELECT record.data FROM copy, qbo_record AS record
      WHERE record.realm_id = copy.realm_id AND record.kind = 'invoice' AND record.id = $2
        AND record.data IS NOT NULL)`

export type InvoiceHistory = {
  readonly invoice: ListedInvoice
  readonly payments: readonly Payment[]
  readonly methods: readonly Kept<'paymentmethod'>[]
  readonly creditMemos: readonly Kept<'creditmemo'>[]
}

const findHistory = statement<Row<InvoiceHistory>>(`
    WITH ${COPY}, ${INVOICE}, paid AS (
      SELECT payment AS data FROM json_array_elements(${paymentsOf('invoice')}) AS payment
    )
    SELECT copy.*, (SELECT ${LISTED} FROM invoice) AS invoice,
      (SELECT json_agg(data) FROM paid) AS payments,
      (SELECT json_agg(record.data) FROM qbo_record AS record
        WHERE record.realm_id = copy.realm_id AND record.kind = 'paymentmethod'
          AND record.data IS NOT NULL AND record.id IN (SELECT data ->> 'methodId' FROM paid)) AS methods,
      (SELECT json_agg(record.data) FROM qbo_record AS record
        WHERE record.realm_id = copy.realm_id AND record.kind = 'creditmemo'
          AND record.data IS NOT NULL AND record.id IN (
          SELECT memo ->> 'id' FROM paid, json_array_elements(data -> 'creditMemos') AS memo)
      ) AS "creditMemos"
    FROM copy WHERE copy.realm_id = $1`)

/** An invoice that a search gave out. */
export type Named = { readonly realmId: string; readonly invoiceId: string }

/** Undefined until the copy is filled. */
export const readHistory = async (db: Db, { realmId, invoiceId }: Named) => {
  const [row] = await findHistory(db, realmId, invoiceId)
  if (!row) return undefined
  const { invoice, payments, methods, creditMemos } = row
  const value: InvoiceHistory | undefined = invoice
    ? {
        invoice,
        payments: payments ?? [],
        methods: methods ?? [],
        creditMemos: creditMemos ?? [],
      }
    : undefined
  return { age: ageOf(row), value }
}

export type InvoiceWithPayments = {
  readonly invoice: Invoice
  readonly payments: readonly Payment[]
}

const findWithPayments = statement<Row<InvoiceWithPayments>>(`
    WITH ${COPY}, ${INVOICE}
    SELECT copy.*, (SELECT data FROM invoice WHERE data ? 'content') AS invoice,
      ${paymentsOf('invoice')} AS payments
    FROM copy WHERE copy.realm_id = $1`)

/** Nothing of an invoice that an earlier release stored without its content. */
export const readWithPayments = async (db: Db, { realmId, invoiceId }: Named) => {
  const [row] = await findWithPayments(db, realmId, invoiceId)
  if (!row) return undefined
  const { invoice, payments } = row
  const value: InvoiceWithPayments | undefined = invoice
    ? { invoice, payments: payments ?? [] }
    : undefined
  return { age: ageOf(row), value }
}

export type OneInvoice = { readonly invoice: ListedInvoice }

const findOne = statement<Row<OneInvoice>>(`
    WITH ${COPY}, ${INVOICE}
    SELECT copy.*, (SELECT ${LISTED} FROM invoice) AS invoice FROM copy WHERE copy.realm_id = $1`)

export const readInvoice = async (db: Db, { realmId, invoiceId }: Named) => {
  const [row] = await findOne(db, realmId, invoiceId)
  if (!row) return undefined
  const value: OneInvoice | undefined = row.invoice ? { invoice: row.invoice } : undefined
  return { age: ageOf(row), value }
}

const findRevocation = statement<{ readonly revokedAt: Date }>(`
    SELECT revoked_at AS "revokedAt" FROM pay_link_revocation WHERE realm_id = $1 AND customer_id = $2`)

/** When staff revoked the pay links of this customer. */
export const findRevokedAt = async (
  db: Db,
  { realmId, customerId }: Customer,
): Promise<Date | undefined> => (await findRevocation(db, realmId, customerId))[0]?.revokedAt
