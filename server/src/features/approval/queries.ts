// Reads the bills that staff approve or reject, with what the approval rules need.
import type { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import type { QueryOf } from '@invoice-desk/contract/http/endpoint'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { MESSAGES_MAX } from '@invoice-desk/contract/values/limits'
import { asc, desc, eq, getTableColumns, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { allOf } from '../../db/list.ts'
import { prepared } from '../../db/prepared.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { bill, billText, IS_PENDING } from '../../db/schema/bills.ts'
import { hasWords } from '../../db/search.ts'
import { documentComparison } from '../bills/document/queries.ts'
import { isToVoid, postingState, postingStateOf, remains } from '../bills/posted-bill.ts'
import { fileListOf } from '../bills/queries.ts'
import { factsOf, listedFactsOf, type Needs } from './rules/queries.ts'

/** A task, the state of its bill in QuickBooks, and what the approval rules need. */
export const findTask = async (db: Db, id: string) => {
  const [row] = await db
    .select({ ...getTableColumns(bill), posting: postingState, ...factsOf('bill') })
    .from(bill)
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${bill.id}::text`))
    .where(eq(bill.id, id))
  return row
}

const given = sql.placeholder

/** Room for a full conversation and 200 other events. */
const HISTORY_MAX = 200 + 3 * MESSAGES_MAX

const task = alias(bill, 'task')

const neighbor = (side: '<' | '>', order: 'ASC' | 'DESC') =>
  sql<string | null>`(
    SELECT id FROM bill
    WHERE ${sql.raw(`${IS_PENDING} AND (submitted_at, id) ${side} (task.submitted_at, task.id)`)}
    ORDER BY ${sql.raw(`submitted_at ${order}, id ${order}`)} LIMIT 1)`

type Event = { at: string; actor: string; action: string; details: Record<string, unknown> }
type Resembled = { id: string; invoiceNumber: string; status: BillStatus }

/** One statement, because the approval page waits for every round trip. */
const taskById = prepared((db) =>
  db
    .select({
      ...getTableColumns(task),
      files: fileListOf('task'),
      posting: postingStateOf('task'),
      qboBillId: billPosting.billId,
      leftByReject: remains,
      isToVoid: isToVoid('task'),
      /** Newest first. */
      history: sql<Event[] | null>`(
        SELECT json_agg(event) FROM (
          SELECT at, actor, action, details FROM audit_event
          WHERE subject_kind = 'bill' AND subject_id = task.id::text
          ORDER BY id DESC LIMIT ${sql.raw(String(HISTORY_MAX))}
        ) AS event)`,
      /** The earlier bills that this one resembles, unless they were deleted. */
      resembled: sql<Resembled[] | null>`(
        SELECT json_agg(json_build_object('id', id, 'invoiceNumber', invoice_number, 'status', status))
        FROM bill WHERE id IN (
          SELECT (flag ->> 'billId')::uuid FROM jsonb_array_elements(task.duplicates) AS flag))`,
      previousId: neighbor('<', 'DESC'),
      nextId: neighbor('>', 'ASC'),
      ...factsOf('task'),
      comparison: documentComparison('task'),
    })
    .from(task)
    .leftJoin(billPosting, eq(billPosting.taskId, sql`${task.id}::text`))
    .where(eq(task.id, given('id'))),
)

/** Everything the approval page shows about a task. */
export const readTask = async (db: Db, id: string) => {
  const [row] = await taskById(db).execute({ id })
  return row
}

export type TaskRow = NonNullable<Awaited<ReturnType<typeof readTask>>>

const SORT_KEYS = {
  submitted: bill.submittedAt,
  due: bill.dueDate,
  amount: bill.amountCents,
  vendor: sql`lower(${bill.vendor})`,
}

type PendingQuery = QueryOf<typeof listPendingInvoices>

// Mapping each column of each row costs time, so only those that the list shows.
const { id, email, invoiceNumber, vendor, amountCents, dueDate, submittedAt } = bill
const PENDING = { id, email, invoiceNumber, vendor, amountCents, dueDate, submittedAt }

/** A page of the pending tasks, or all of them, and how many match. */
export const listPending = async (
  db: Db,
  query: PendingQuery,
  dueBy: string | undefined,
  needs: Needs,
) => {
  const { sort, order, search, exclude, page = 1, pageSize } = query
  const where = allOf(
    sql.raw(IS_PENDING),
    dueBy && lte(bill.dueDate, dueBy),
    exclude && isUuid(exclude) && ne(bill.id, exclude),
    ...hasWords(billText, search),
  )
  const direction = order === 'asc' ? asc : desc
  const list = db
    .select({
      ...PENDING,
      ...listedFactsOf(needs),
      total: sql<number>`(SELECT count(*)::int FROM ${bill} WHERE ${where})`,
    })
    .from(bill)
    .where(where)
    .orderBy(direction(SORT_KEYS[sort]), direction(bill.id))
    .$dynamic()
  const rows = await (query.page ? list.limit(pageSize).offset((page - 1) * pageSize) : list)
  // The total comes with each row, so a page past the end needs another query.
  const isPastEnd = rows.length === 0 && page > 1
  const [counted] = isPastEnd ? await list.limit(1).offset(0) : rows
  return { rows, total: counted?.total ?? 0 }
}
