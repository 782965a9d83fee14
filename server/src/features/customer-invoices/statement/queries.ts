// Reads a customer's open and recently paid invoices from our copy of QuickBooks, in one statement.
import type { Db } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import {
  ageOf,
  COPY,
  type Credit,
  INVOICE,
  IS_OPEN,
  IS_VALID,
  type Row,
  unappliedOf,
} from '../queries.ts'
import type { Owed, StatementInvoice } from './aging.ts'

/** How many of the oldest open invoices a statement lists, and how many of the newest paid ones it looks through. */
export const INVOICES_MAX = 5_000

export type CustomerInvoices = {
  /** The invoice whose id was given. */
  readonly invoice: { readonly customerId: string; readonly customerName: string }
  readonly customerName: string | null
  /** Of the newest invoice. */
  readonly billTo: readonly string[]
  readonly invoices: readonly StatementInvoice[]
  /** Everything that's open, also what isn't listed. */
  readonly owed: readonly Owed[]
  readonly openCount: number
  /** Known only from the copy. */
  readonly unapplied: readonly Credit[]
}

const FIELDS = ['id', 'number', 'date', 'dueDate', 'currency', 'totalCents', 'balanceCents']
const LISTED = FIELDS.map((name) => `'${name}', data -> '${name}'`).join(', ')

const ofCustomer = (isOpen: string) => `
  SELECT record.data FROM copy, qbo_record AS record
  WHERE record.realm_id = copy.realm_id AND record.kind = 'invoice'
    AND record.data ->> 'customerId' = $3 AND ${isOpen} AND ${IS_VALID}`

const first = (order: 'ASC' | 'DESC') => `
  ORDER BY data ->> 'date' ${order}, data ->> 'id' LIMIT ${INVOICES_MAX}`

const OWED = `
  SELECT data ->> 'currency' AS currency, data ->> 'date' AS date, data ->> 'dueDate' AS "dueDate",
    sum((data ->> 'balanceCents')::bigint) AS "balanceCents"
  FROM open GROUP BY 1, 2, 3`

/** The payments of `settled`, found all at once: one look-up for each invoice would read all payments each time. */
const PAYMENTS = `payment AS (
  SELECT payment.id, payment.data ->> 'date' AS date FROM copy, qbo_record AS payment
  WHERE payment.realm_id = copy.realm_id AND payment.kind = 'payment' AND payment.data IS NOT NULL
    AND payment.id = ANY(ARRAY(SELECT jsonb_array_elements_text(data -> 'paymentIds') FROM settled)))`

/** By its last payment, or by its own date if it was settled without one. */
const RECENT = `
  SELECT settled.data FROM settled
  LEFT JOIN LATERAL jsonb_array_elements_text(settled.data -> 'paymentIds') AS applied(id) ON true
  LEFT JOIN payment ON payment.id = applied.id
  GROUP BY settled.data
  HAVING coalesce(max(payment.date), settled.data ->> 'date') >= $4`

const findInvoices = statement<Row<CustomerInvoices>>(`
    WITH ${COPY}, ${INVOICE}, settled AS (${ofCustomer(`NOT ${IS_OPEN}`)} ${first('DESC')}), ${PAYMENTS},
    open AS (${ofCustomer(IS_OPEN)}),
    listed AS ((SELECT data FROM open ${first('ASC')}) UNION ALL ${RECENT})
    SELECT copy.*,
      (SELECT jsonb_build_object('customerId', data -> 'customerId', 'customerName', data -> 'customerName')
        FROM invoice) AS invoice,
      (SELECT data ->> 'name' FROM qbo_record AS record
        WHERE record.realm_id = copy.realm_id AND kind = 'customer' AND id = $3) AS "customerName",
      (SELECT data -> 'billTo' FROM (SELECT data FROM listed UNION ALL SELECT data FROM invoice) AS known
        ORDER BY data ->> 'date' DESC LIMIT 1) AS "billTo",
      (SELECT json_agg(json_build_object(${LISTED})) FROM listed) AS invoices,
      (SELECT json_agg(owed) FROM (${OWED}) AS owed) AS owed,
      (SELECT count(*)::int FROM open) AS "openCount",
      ${unappliedOf('$3')} AS unapplied
    FROM copy WHERE copy.realm_id = $1`)

type Of = { readonly realmId: string; readonly invoiceId: string; readonly customerId: string }

/** `since` is the first day of a payment that counts as recent. Undefined until the copy is filled. */
export const readCustomerInvoices = async (db: Db, of: Of, since: string) => {
  const [row] = await findInvoices(db, of.realmId, of.invoiceId, of.customerId, since)
  if (!row) return undefined
  const { invoice, customerName, billTo, invoices, owed, openCount, unapplied } = row
  const value: CustomerInvoices | undefined = invoice
    ? {
        invoice,
        customerName,
        billTo: billTo ?? [],
        invoices: invoices ?? [],
        owed: owed ?? [],
        openCount: openCount ?? 0,
        unapplied: unapplied ?? [],
      }
    : undefined
  return { age: ageOf(row), value }
}
