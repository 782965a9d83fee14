// What an approver does to a task. A decision, its audit event and its mail commit together and wait for nobody.
import type { approveInvoice } from '@invoice-desk/contract/approval'
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { postBillJob } from '../../jobs/post-bill.ts'
import { billMailJob } from '../../mail/bill-mail.ts'
import { refuseWith } from '../../providers/quickbooks/refusals.ts'
import { findTask, type TaskRow, updateTask } from './queries.ts'
import { canChangeVendor, canDecide, type Decision, statusAfter } from './transitions.ts'

export type TaskBody = BodyOf<typeof approveInvoice>
type Of<A extends TaskBody['action']> = Extract<TaskBody, { action: A }>

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const getTask = async (db: Db, id: string): Promise<TaskRow> => {
  const row = UUID.test(id) ? await findTask(db, id) : undefined
  if (!row) throw new AppError('task_unknown', { field: 'taskId' })
  return row
}

/** The row as the approver saw it, or a refusal that tells them it has moved on. */
const getSeenTask = async (db: Db, { taskId, version }: TaskBody): Promise<TaskRow> => {
  const row = await getTask(db, taskId)
  if (version !== undefined && row.bill.version !== version) throw new AppError('changed_meanwhile')
  return row
}

export const createDecisions = ({ database, jobs, quickbooks }: Dependencies) => {
  const { db } = database

  const decide = (actor: StaffCaller, body: Of<'approve'> | Of<'reject'>): Promise<void> =>
    db.transaction(async (tx) => {
      const decision: Decision = body.action
      const { bill } = await getSeenTask(tx, body)
      if (!canDecide(bill.status, decision)) throw refusedBy(bill.status, decision)
      const reason = body.action === 'reject' ? body.message : undefined
      const postLater = body.action === 'approve' && body.postLater
      const isFirst = await updateTask(tx, bill, {
        status: statusAfter(decision),
        decidedAt: new Date(),
        decidedBy: actor.email,
        rejectReason: reason ?? null,
        postLater,
      })
      if (!isFirst) throw new AppError('changed_meanwhile')
      await recordEvent(tx, {
        actor: actor.email,
        action: decision === 'approve' ? 'bill_approved' : 'bill_rejected',
        subject: { kind: 'bill', id: bill.id },
        details: reason === undefined ? {} : { reason },
      })
      await jobs.send(tx, billMailJob, {
        billId: bill.id,
        step: decision === 'approve' ? 'approved' : 'rejected',
        version: bill.version + 1,
        ...(reason === undefined ? {} : { reason }),
      })
      if (postLater) await jobs.send(tx, postBillJob, { taskId: bill.id })
    })

  const chooseVendor = async (actor: StaffCaller, body: Of<'update_vendor'>): Promise<void> => {
    const seen = await getSeenTask(db, body)
    if (!canChangeVendor(seen.bill.status, seen.posting?.state)) throw new AppError('task_has_bill')
    // The name comes from the browser; the books say whether there is such a vendor.
    const vendor = await quickbooks.vendors
      .findByName(body.vendor)
      .catch(refuseWith('vendor_update_failed', 'vendor_update_failed'))
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendor' })
    await db.transaction(async (tx) => {
      if (!(await updateTask(tx, seen.bill, { vendor: vendor.name }))) {
        throw new AppError('changed_meanwhile')
      }
      await recordEvent(tx, {
        actor: actor.email,
        action: 'bill_vendor_changed',
        subject: { kind: 'bill', id: seen.bill.id },
        details: { vendor: vendor.name, before: seen.bill.vendor },
      })
    })
  }

  return { decide, chooseVendor }
}

const refusedBy = (status: string, decision: Decision): AppError =>
  new AppError('task_action_refused', {
    text:
      status === 'paid'
        ? 'This invoice is paid and can no longer be changed here.'
        : `This invoice is already ${decision === 'approve' ? 'approved' : 'rejected'}.`,
  })
