// Everything the approval page shows of a task, in one statement: a page waits for every round trip.

import type { Task } from '@invoice-desk/contract/approval'
import type { BillStatus } from '@invoice-desk/contract/bill-status'
import type pg from 'pg'
import { type DuplicateFlag, IS_PENDING } from '../../db/schema/contractor.ts'
import { type BillPosting, LEFT_BY_REJECT, POSTING_STATE } from '../accounting/queries.ts'

export type TaskRow = {
  id: string
  version: number
  status: BillStatus
  vendor: string
  invoiceNumber: string
  /** Whole cents, as text because the driver hands large numbers on as such. */
  amountCents: string
  email: string
  dueDate: string
  submittedAt: Date
  rejectReason: string | null
  postLater: boolean
  postRefusal: string | null
  paidBy: string | null
  paidDate: string | null
  paidNote: string | null
  duplicates: DuplicateFlag[]
  file: { id: string; name: string; type: string } | null
  posting: {
    state: BillPosting['state']
    billId: string | null
    left: Task['posting']['leftByReject']
    toVoidSince: string | null
  } | null
  /** Newest first. */
  history: { at: string; actor: string; action: string; details: Record<string, unknown> }[] | null
  /** Of the earlier bills that this one resembles, those that still stand. */
  resembled: { id: string; invoiceNumber: string; status: BillStatus }[] | null
  /** The pending tasks just before and after it in the order they were submitted. */
  previousId: string | null
  nextId: string | null
}

const HISTORY_MAX = 200

const neighbour = (side: '<' | '>', order: 'ASC' | 'DESC') => `
  SELECT id FROM bill
  WHERE ${IS_PENDING} AND (submitted_at, id) ${side} (task.submitted_at, task.id)
    AND submitted_at >= coalesce((SELECT submitted_at FROM pending_floor), '-infinity')
  ORDER BY submitted_at ${order}, id ${order} LIMIT 1`

const TASK = `
  SELECT task.id, task.version, task.status, task.vendor, task.invoice_number AS "invoiceNumber",
    task.amount_cents AS "amountCents", task.email, task.due_date::text AS "dueDate",
    task.submitted_at AS "submittedAt", task.reject_reason AS "rejectReason", task.post_later AS "postLater",
    task.post_refusal AS "postRefusal", task.paid_by AS "paidBy", task.paid_date::text AS "paidDate",
    task.paid_note AS "paidNote", task.duplicates,
    (SELECT json_build_object('id', id, 'name', name, 'type', type)
      FROM invoice_file WHERE id = task.file_id) AS file,
    (SELECT json_build_object('state', ${POSTING_STATE}, 'billId', bill_id, 'left', ${LEFT_BY_REJECT},
        'toVoidSince', to_void_since)
      FROM bill_posting WHERE task_id = task.id::text) AS posting,
    (SELECT json_agg(event) FROM (
      SELECT at, actor, action, details FROM audit_event
      WHERE subject_kind = 'bill' AND subject_id = task.id::text ORDER BY id DESC LIMIT ${HISTORY_MAX}
    ) AS event) AS history,
    (SELECT json_agg(json_build_object('id', id, 'invoiceNumber', invoice_number, 'status', status))
      FROM bill WHERE id IN (
        SELECT (flag ->> 'billId')::uuid FROM jsonb_array_elements(task.duplicates) AS flag)) AS resembled,
    (${neighbour('<', 'DESC')}) AS "previousId",
    (${neighbour('>', 'ASC')}) AS "nextId"
  FROM bill AS task WHERE task.id = $1`

export const readTask = async (pool: pg.Pool, id: string): Promise<TaskRow | undefined> => {
  const { rows } = await pool.query<TaskRow>({ name: 'task', text: TASK, values: [id] })
  return rows[0]
}
