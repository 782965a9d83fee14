// What an approver does to a task. A decision, its audit event and its mail commit together and wait for nobody.
import type { approveInvoice } from '@invoice-desk/contract/approval'
import { type Decision, statusAfter, statusesAllowing } from '@invoice-desk/contract/bill-status'
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { isUuid } from '@invoice-desk/contract/ids'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../quickbooks-refusals.ts'
import { postBillJob } from '../accounting/job-kinds.ts'
import { lockTask } from '../accounting/queries.ts'
import { billMailJob } from '../contractor/job-kinds.ts'
import { actionsFor } from './actions.ts'
import { leaveBill } from './left-bill.ts'
import { findTask, updateTask } from './queries.ts'

export type TaskBody = BodyOf<typeof approveInvoice>
export type Of<A extends TaskBody['action']> = Extract<TaskBody, { action: A }>

export const taskUnknown = () => new AppError('task_unknown', { field: 'taskId' })

type SeenTask = NonNullable<Awaited<ReturnType<typeof findTask>>>

/** The row as the approver saw it, or a refusal that tells them it has moved on. */
const getSeenTask = async (db: Db, { taskId, version }: TaskBody): Promise<SeenTask> => {
  const task = isUuid(taskId) ? await findTask(db, taskId) : undefined
  if (!task) throw taskUnknown()
  if (version !== undefined && task.version !== version) throw new AppError('changed_meanwhile')
  return task
}

/** The same, as it stays until the transaction ends: this or its bill in QuickBooks, whichever comes first. */
export const getInTurn = async (tx: Db, body: TaskBody): Promise<SeenTask> => {
  await lockTask(tx, body.taskId)
  return getSeenTask(tx, body)
}

/** Why a decision changed nothing. */
const refusalOf = async (db: Db, body: Of<'approve'> | Of<'reject'>): Promise<AppError> => {
  const task = await getSeenTask(db, body)
  return actionsFor(task).includes(body.action)
    ? new AppError('changed_meanwhile')
    : refusedBy(task.status, body.action)
}

export const createDecisions = ({ database, jobs, quickbooks }: Dependencies) => {
  const { db, pool } = database

  const decide = (actor: StaffCaller, body: Of<'approve'> | Of<'reject'>): Promise<void> =>
    inTransaction(pool, async (tx) => {
      const decision: Decision = body.action
      const id = body.taskId
      if (!isUuid(id)) throw taskUnknown()
      const reason = body.action === 'reject' ? body.message : undefined
      const postLater = body.action === 'approve' && body.postLater
      // Changed first and looked at only when that fails: most decisions are good, and somebody waits for them.
      const version = await updateTask(
        tx,
        { id, version: body.version, status: statusesAllowing(decision) },
        {
          status: statusAfter(decision),
          decidedAt: new Date(),
          decidedBy: actor.email,
          rejectReason: reason ?? null,
          postLater,
          postRefusal: null,
        },
      )
      if (version === undefined) throw await refusalOf(tx, body)
      if (body.action === 'reject') await leaveBill({ jobs }, tx, id, body.billAcknowledged)
      await recordEvent(tx, {
        actor: actor.email,
        action: decision === 'approve' ? 'bill_approved' : 'bill_rejected',
        subject: { kind: 'bill', id },
        details: reason === undefined ? {} : { reason },
      })
      await jobs.send(tx, billMailJob, {
        billId: id,
        step: decision === 'approve' ? 'approved' : 'rejected',
        version,
        ...(reason === undefined ? {} : { reason }),
      })
      if (postLater) await jobs.send(tx, postBillJob, { taskId: id })
    })

  const chooseVendor = async (actor: StaffCaller, body: Of<'update_vendor'>): Promise<void> => {
    const { version } = assertVendorOpen(await getSeenTask(db, body))
    // The name comes from the browser; the books say whether there is such a vendor.
    const vendor = await quickbooks
      .for('staff')
      .vendors.findByName(body.vendor)
      .catch(refuseWith('vendor_update_failed', 'vendor_update_failed'))
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendor' })
    await inTransaction(pool, async (tx) => {
      // Its bill may have been begun since, which changes no version.
      const { id, vendor: before } = assertVendorOpen(await getInTurn(tx, { ...body, version }))
      await updateTask(tx, { id }, { vendor: vendor.name, postRefusal: null })
      await recordEvent(tx, {
        actor: actor.email,
        action: 'bill_vendor_changed',
        subject: { kind: 'bill', id },
        details: { vendor: vendor.name, before },
      })
    })
  }

  return { decide, chooseVendor }
}

const assertVendorOpen = (task: SeenTask): SeenTask => {
  if (!actionsFor(task).includes('update_vendor')) throw new AppError('task_has_bill')
  return task
}

const refusedBy = (status: string, decision: Decision): AppError =>
  new AppError('task_action_refused', {
    text:
      status === 'paid'
        ? 'This invoice is paid and can no longer be changed here.'
        : `This invoice is already ${decision === 'approve' ? 'approved' : 'rejected'}.`,
  })
