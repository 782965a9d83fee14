// Reads a task with its history and neighbors, or approves it first.
import { actionsOf, type BillStatus, taskStatusOf } from '@invoice-desk/contract/bill-status'
import { formatUsd } from '@invoice-desk/contract/money'
import { STAFF } from '@invoice-desk/testing/people'
import type pg from 'pg'
import { IS_PENDING } from '../../../../server/src/db/schema/contractor.ts'
import { inTransaction, links, readAccount, storeJob } from './common.ts'
import type { BareHandlers } from './main.ts'

const TASK = `
  SELECT bill.*, due_date::text AS due, submitted_at::text AS submitted_exactly, invoice_file.name AS file_name, invoice_file.type AS file_type,
    bill_posting.state AS posting_state, bill_posting.bill_id
  FROM bill LEFT JOIN invoice_file ON invoice_file.id = bill.file_id
  LEFT JOIN bill_posting ON bill_posting.task_id = bill.id::text WHERE bill.id = $1`
const HISTORY = `
  SELECT at, actor, action, details FROM audit_event
  WHERE subject_kind = 'bill' AND subject_id = $1 ORDER BY id DESC LIMIT 200`
const BEFORE = `
  SELECT id FROM bill WHERE ${IS_PENDING} AND (submitted_at, id) < ($1, $2)
  ORDER BY submitted_at DESC, id DESC LIMIT 1`
const AFTER = `
  SELECT id FROM bill WHERE ${IS_PENDING} AND (submitted_at, id) > ($1, $2)
  ORDER BY submitted_at, id LIMIT 1`

export const taskHandlers: BareHandlers = {
  '/api/cup/approve-invoice': async ({ pool, body }) => {
    await readAccount(pool)
    const { action, taskId } = (await body()) as { action: string; taskId: string }
    if (action === 'approve') await inTransaction(pool, (client) => approve(client, taskId))
    return fetchTask(pool, taskId)
  },
}

const approve = async (client: pg.PoolClient, taskId: string): Promise<void> => {
  const { rows } = await client.query(TASK, [taskId])
  const { version, status } = rows[0]
  if (status === 'approved') throw new Error('already approved')
  await client.query(
    `UPDATE bill SET status = 'approved', version = $3 + 1, decided_at = $4, decided_by = $5,
       reject_reason = NULL, post_later = false
     WHERE id = $1 AND version = $2 RETURNING id`,
    [taskId, version, version, new Date(), STAFF],
  )
  await client.query(
    `INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     VALUES ($1, 'bill_approved', 'bill', $2, '{}')`,
    [STAFF, taskId],
  )
  await storeJob(client, 'bill-mail', { billId: taskId, step: 'approved', version: version + 1 })
}

const fetchTask = async (pool: pg.Pool, taskId: string): Promise<unknown> => {
  const row = (await pool.query(TASK, [taskId])).rows[0]
  const place = [row.submitted_exactly, row.id]
  const [history, [previous, next]] = await Promise.all([
    pool.query(HISTORY, [taskId]),
    pool.query(BEFORE, place).then(async (before) => [before, await pool.query(AFTER, place)]),
  ])
  return viewOf(row, history.rows, previous?.rows[0]?.id, next?.rows[0]?.id)
}

type TaskRow = {
  id: string
  version: number
  status: BillStatus
  vendor: string
  invoice_number: string
  amount_cents: string
  email: string
  file_id: string | null
  file_name: string
  file_type: string
  due: string
  submitted_at: Date
  reject_reason: string | null
  posting_state: string | null
}
type EventRow = { at: Date; actor: string; action: string }

const viewOf = (
  row: TaskRow,
  history: readonly EventRow[],
  previousTaskId: unknown,
  nextTaskId: unknown,
) => ({
  id: row.id,
  version: row.version,
  status: taskStatusOf(row.status),
  actions: actionsOf(row.status),
  details: {
    vendor: row.vendor,
    invoiceNumber: row.invoice_number,
    amount: formatUsd(Number(row.amount_cents)),
    email: row.email,
    documents: row.file_id
      ? [{ name: row.file_name, url: links.urlOf(row.file_id), type: row.file_type }]
      : [],
    dueDate: row.due,
    dateCreated: row.submitted_at.getTime(),
    ...(row.reject_reason ? { rejectReason: row.reject_reason } : {}),
  },
  duplicates: [],
  posting: { state: row.posting_state ?? 'none', leftByReject: 'no', isToVoid: false },
  history: history.map(({ at, actor, action }) => ({ at: at.toISOString(), actor, action })),
  previousTaskId,
  nextTaskId,
})
