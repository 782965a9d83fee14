// Reads a task with its history and neighbors, or approves it first.
import { actionsOf, type BillStatus, taskStatusOf } from '@invoice-desk/contract/bills/bill-status'
import { formatUsd } from '@invoice-desk/contract/values/money'
import { STAFF } from '@invoice-desk/testing/people'
import { IS_PENDING } from '../../../../server/src/db/schema/bills.ts'
import { links, STORE_JOBS, statement } from './common.ts'
import type { BareHandlers } from './main.ts'

const fetchTask = statement<TaskRow>(
  'task',
  `SELECT task.*, task.due_date::text AS due, invoice_file.name AS file_name, invoice_file.type AS file_type,
     bill_posting.state AS posting_state,
     (SELECT json_agg(event) FROM (
       SELECT at, actor, action, details FROM audit_event WHERE subject_kind = 'bill' AND subject_id = task.id::text
       ORDER BY id DESC LIMIT 200) AS event) AS history,
     (SELECT json_agg(json_build_object('id', id, 'invoiceNumber', invoice_number, 'status', status)) FROM bill
       WHERE id IN (SELECT (flag ->> 'billId')::uuid FROM jsonb_array_elements(task.duplicates) AS flag)) AS resembled,
     (SELECT id FROM bill WHERE ${IS_PENDING} AND (submitted_at, id) < (task.submitted_at, task.id)
       ORDER BY submitted_at DESC, id DESC LIMIT 1) AS previous,
     (SELECT id FROM bill WHERE ${IS_PENDING} AND (submitted_at, id) > (task.submitted_at, task.id)
       ORDER BY submitted_at, id LIMIT 1) AS next
   FROM bill AS task LEFT JOIN invoice_file ON invoice_file.id = file_id
   LEFT JOIN bill_posting ON task_id = task.id::text WHERE task.id = $1`,
)

/** The decision with its event and its email. */
const approve = statement(
  'approve',
  `WITH task AS (
     UPDATE bill SET status = 'approved', version = version + 1, decided_at = now(), decided_by = $2,
       reject_reason = NULL, post_later = false
     WHERE id = $1 AND status <> 'approved' RETURNING id, version
   ), event AS (
     INSERT INTO audit_event (actor, action, subject_kind, subject_id, details)
     SELECT $2, 'bill_approved', 'bill', id::text, '{}' FROM task
   ), new_job (name, data) AS (
     SELECT 'bill-mail', jsonb_build_object('billId', id, 'step', 'approved', 'version', version) FROM task
   ) ${STORE_JOBS} RETURNING id`,
)

export const taskHandlers: BareHandlers = {
  '/api/cup/approve-invoice': async ({ pool, body }) => {
    const { action, taskId } = (await body()) as { action: string; taskId: string }
    if (action === 'approve' && (await approve(pool, taskId, STAFF)).length !== 1)
      throw new Error('already approved')
    const [task] = await fetchTask(pool, taskId)
    if (!task) throw new Error('there is no such task')
    return viewOf(task)
  },
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
  history: { at: string; actor: string; action: string; details: { reason?: string } }[] | null
  resembled: { id: string; invoiceNumber: string; status: BillStatus }[] | null
  previous: string | null
  next: string | null
}

const viewOf = (row: TaskRow) => ({
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
      ? [
          {
            id: row.file_id,
            name: row.file_name,
            url: links.urlOf(row.file_id),
            type: row.file_type,
          },
        ]
      : [],
    dueDate: row.due,
    dateCreated: row.submitted_at.getTime(),
    ...(row.reject_reason ? { rejectReason: row.reject_reason } : {}),
  },
  approval: { given: [], needed: 1, waiting: [], isLast: true },
  duplicates: (row.resembled ?? []).map((bill) => ({
    ...bill,
    status: taskStatusOf(bill.status).name,
  })),
  posting: { state: row.posting_state ?? 'none', leftByReject: 'no', isToVoid: false },
  history: (row.history ?? []).map(({ at, actor, action, details }) => ({
    at: new Date(at).toISOString(),
    actor,
    action,
    reason: details.reason,
  })),
  previousTaskId: row.previous ?? undefined,
  nextTaskId: row.next ?? undefined,
})
