// Reads a contractor's bills: those of their vendor, and those they submitted that staff moved to another vendor.
import { ALL_STATUSES, isClosed, isUndecided } from '@invoice-desk/contract/bills/bill-status'
import type { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { invoiceNumberKey } from '@invoice-desk/contract/document/invoice-number-key'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { typedCents } from '@invoice-desk/contract/values/money'
import { and, desc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { bill, invoiceFile } from '../../../db/schema/bills.ts'
import { likePattern } from '../../../lib/escape.ts'
import {
  type BillRow,
  fileListOf,
  isOwnBill,
  type Owner,
  type StoredFile,
} from '../../bills/queries.ts'

type Part = Pick<
  BodyOf<typeof listVendorBills>,
  'status' | 'billId' | 'search' | 'limit' | 'offset'
>

const BILLS_MAX = 20_000

/** The form shows the files of bills that can be changed or submitted again. */
const REUSABLE = ALL_STATUSES.filter((status) => isUndecided(status) || isClosed(status))

const isOwn = isOwnBill(sql.placeholder('vendor'), sql.placeholder('email'))

const [search, searchKey, searchCents] = ['search', 'searchKey', 'searchCents'].map((name) =>
  sql.placeholder(name),
)

const isFound = or(
  sql`${search}::text IS NULL`,
  sql`lower(${bill.invoiceNumber}) LIKE lower(${search})`,
  sql`${bill.invoiceNumberKey} LIKE ${searchKey}`,
  sql`${bill.amountCents} = ${searchCents}::bigint`,
)

/** Also finds `INV 7` as `inv-7`, and an amount with or without its cents. */
const searchValues = (text: string) => {
  const key = invoiceNumberKey(text)
  return {
    search: text === '' ? null : likePattern(text),
    searchKey: key === '' ? null : likePattern(key),
    searchCents: typedCents(text) ?? null,
  }
}

const { id, email, vendor, invoiceNumber, amountCents, dueDate, status, version } = bill
const { fileId, attachmentIds, submittedAt, rejectReason } = bill
/** Reading all columns of thousands of rows takes twice as long. */
const LISTED = {
  ...{ id, email, vendor, invoiceNumber, amountCents, dueDate, status, version },
  ...{ fileId, attachmentIds, submittedAt, rejectReason },
}
export type ListedBill = Pick<BillRow, keyof typeof LISTED>

type Name = keyof typeof LISTED | 'place' | 'count' | 'sumCents'
const NAMES = [...Object.keys(LISTED), 'place', 'count', 'sumCents'] as Name[]

/** Each column of a subquery. A nested object would be slower to read. */
const columnsOf = <Subquery extends Record<Name, unknown>>(placed: Subquery) =>
  Object.fromEntries(NAMES.map((name) => [name, placed[name]])) as Pick<Subquery, Name>

/** Without notes. With plain names, because Drizzle leaves out the table of a column if there are no joins. */
const messageCount = sql<number>`(
  SELECT count(*)::int FROM bill_message
  WHERE bill_message.bill_id = placed.id AND bill_message.kind <> 'note')`

/** When the invoice itself was erased. */
const fileErasedAt = sql<Date | null>`(
  SELECT erased_at FROM invoice_file WHERE invoice_file.id = placed.file_id)`.mapWith(
  invoiceFile.erasedAt,
)

/** Numbers and sums the bills of each status, and returns those in the range and the first of each status. */
const billList = prepared((db) => {
  const ofStatus = sql`OVER (PARTITION BY ${bill.status}`
  const placed = db
    .select({
      ...LISTED,
      place: sql<number>`row_number() ${ofStatus} ORDER BY ${bill.submittedAt} DESC, ${bill.id})`
        .mapWith(Number)
        .as('place'),
      count: sql<number>`count(*) ${ofStatus})`.mapWith(Number).as('count'),
      sumCents: sql<number>`sum(${bill.amountCents}::float8) ${ofStatus})`.as('sum_cents'),
    })
    .from(bill)
    .where(and(isOwn, isFound))
    .as('placed')
  const [status, billId] = [sql.placeholder('status'), sql.placeholder('billId')]
  return db
    .select({
      ...columnsOf(placed),
      // Only what the page needs, because reading the files of each bill takes time.
      files: sql<StoredFile[] | null>`CASE
          WHEN ${placed.attachmentIds} <> '{}' OR ${inArray(placed.status, REUSABLE)}
          THEN ${fileListOf('placed')} END`,
      fileErasedAt,
      messageCount,
    })
    .from(placed)
    .where(
      or(
        eq(placed.place, 1),
        and(
          gt(placed.place, sql.placeholder('from')),
          lte(placed.place, sql.placeholder('to')),
          sql`(${status}::text IS NULL OR ${placed.status} = ${status})`,
          sql`(${billId}::text IS NULL OR ${placed.id}::text = ${billId})`,
        ),
      ),
    )
    .orderBy(desc(placed.submittedAt), placed.id)
})

/** At most `limit` bills of each status, after `offset`, newest first, or one; and the number and sum of each status. */
export const listBills = async (
  db: Db,
  owner: Owner,
  { status, billId, search = '', limit = BILLS_MAX, offset = 0 }: Partial<Part>,
) => {
  const [from, to] = [offset, offset + limit]
  const part = { status: status ?? null, billId: billId ?? null, from, to, ...searchValues(search) }
  const rows = await billList(db).execute({ ...owner, ...part })
  const isListed = (row: (typeof rows)[number]) =>
    row.place > from &&
    row.place <= to &&
    (status === undefined || row.status === status) &&
    (billId === undefined || row.id === billId)
  return {
    bills: rows.filter(isListed).slice(0, BILLS_MAX),
    sums: rows
      .filter(({ place }) => place === 1)
      .map((row) => ({ status: row.status, count: row.count, amountCents: row.sumCents })),
  }
}
