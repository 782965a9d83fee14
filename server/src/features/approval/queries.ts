// Reads and updates the bills that staff approve or reject. Approval calls them tasks.
import type { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import type { BillStatus } from '@invoice-desk/contract/bills/bill-status'
import type { QueryOf } from '@invoice-desk/contract/http/endpoint'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { MESSAGES_MAX } from '@invoice-desk/contract/values/limits'
import { and, asc, desc, eq, getTableColumns, lte, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { prepared, preparedFor } from '../../db/prepared.ts'
import { type NewJob, recordChange } from '../../db/record.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { bill, billText, IS_PENDING } from '../../db/schema/contractor.ts'
import { wordFilters, wordValues } from '../../db/search.ts'
import { isToVoid, leftByReject, postingState, postingStateOf } from '../accounting/queries.ts'
import { documentComparison } from '../contractor/document/queries.ts'
import { fileListOf } from '../contractor/queries.ts'
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

/** Stores the new version in a job whose data has one. */
const WITH_VERSION = sql`jsonb_set(new.data, '{version}', to_jsonb(changed.version), false)`

/** For each column that changes, whether it gets a value. */
type ChangedColumns = readonly (readonly [string, boolean])[]

const taskUpdate = preparedFor((db, columns: ChangedColumns) => {
  const [version, status] = [given('seenVersion'), given('allowed')]
  const update = db
    .update(bill)
    .set({
      ...Object.fromEntries(
        columns.map(([name, hasValue]) => [name, hasValue ? given(name) : null]),
      ),
      version: sql`${bill.version} + 1`,
    })
    .where(
      and(
        eq(bill.id, given('id')),
        sql`(${version}::int IS NULL OR ${bill.version} = ${version})`,
        sql`(${status}::text[] IS NULL OR ${bill.status} = ANY(${status}))`,
      ),
    )
    .returning({ version: bill.version })
  const changed = db.$with('changed').as(update)
  const recorded = { events: given('events'), jobs: given('jobs'), jobData: WITH_VERSION }
  return recordChange(db, changed, recorded).select().from(changed)
})

/** It's the turn of other people, or of the same ones again. */
export const waitingAgain = () => ({ waitingSince: new Date(), escalatedAt: null })

/** Also records the change. False if the task isn't as expected. */
export const updateTask = async (
  db: Db,
  expected: { id: string; version?: number | undefined; status?: BillStatus[] },
  change: Partial<typeof bill.$inferInsert>,
  { events, jobs = [] }: { events: readonly AuditEvent[]; jobs?: readonly NewJob[] },
): Promise<boolean> => {
  const columns = Object.entries(change).map(([name, value]) => [name, value !== null] as const)
  const rows = await taskUpdate(db, columns).execute({
    ...change,
    id: expected.id,
    seenVersion: expected.version ?? null,
    allowed: expected.status ?? null,
    events: JSON.stringify(events),
    jobs: JSON.stringify(jobs),
  })
  return rows.length > 0
}

/** A full conversation leaves room for everything else. */
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
      leftByReject,
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

const FILTERS: Readonly<Record<string, SQL>> = {
  ...wordFilters(billText),
  dueBy: lte(bill.dueDate, given('dueBy')),
  exclude: ne(bill.id, given('exclude')),
}

// Mapping each column of each row costs time, so only those that the list shows.
const { id, email, invoiceNumber, vendor, amountCents, dueDate, submittedAt } = bill
const PENDING = { id, email, invoiceNumber, vendor, amountCents, dueDate, submittedAt }

type PendingShape = Pick<PendingQuery, 'sort' | 'order'> & {
  readonly filters: readonly string[]
  readonly needs: Needs
}

const pendingTasks = preparedFor((db, { sort, order, filters, needs }: PendingShape) => {
  const where = and(sql.raw(IS_PENDING), ...filters.map((filter) => FILTERS[filter]))
  const direction = order === 'asc' ? asc : desc
  return db
    .select({
      ...PENDING,
      ...listedFactsOf(needs),
      total: sql<number>`(SELECT count(*)::int FROM ${bill} WHERE ${where})`,
    })
    .from(bill)
    .where(where)
    .orderBy(direction(SORT_KEYS[sort]), direction(bill.id))
    .limit(given('limit'))
    .offset(given('offset'))
})

/** A page of the pending tasks, or all of them, and how many match. */
export const listPending = async (
  db: Db,
  query: PendingQuery,
  dueBy: string | undefined,
  needs: Needs,
) => {
  const { sort, order, search, exclude, page = 1 } = query
  const values: Record<string, string | undefined> = {
    ...wordValues(search ?? ''),
    dueBy,
    exclude: exclude !== undefined && isUuid(exclude) ? exclude : undefined,
  }
  const filters = Object.keys(values).filter((filter) => values[filter])
  const list = pendingTasks(db, { sort, order, filters, needs })
  const limit = query.page === undefined ? null : query.pageSize
  const rows = await list.execute({ ...values, limit, offset: (page - 1) * query.pageSize })
  // The total comes with each row, so a page past the end needs another query.
  const isPastEnd = rows.length === 0 && page > 1
  const counted = isPastEnd ? await list.execute({ ...values, limit: 1, offset: 0 }) : rows
  return { rows, total: counted[0]?.total ?? 0 }
}
