// Carries out staff decisions about a task. Each decision, its audit event and its email commit in one transaction.
import { type approveInvoice, billLeftText } from '@invoice-desk/contract/approval'
import { statusAfter, statusesAllowing } from '@invoice-desk/contract/bill-status'
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { isUuid } from '@invoice-desk/contract/ids'
import { formatUsd } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../quickbooks-refusals.ts'
import { postBillJob, voidNoticeJob } from '../accounting/job-kinds.ts'
import { findLeftBill, lockTask, markToVoid } from '../accounting/queries.ts'
import { billMailJob } from '../contractor/job-kinds.ts'
import { actionsFor } from './actions.ts'
import { findTask, updateTask } from './queries.ts'

export type TaskBody = BodyOf<typeof approveInvoice>
export type Of<A extends TaskBody['action']> = Extract<TaskBody, { action: A }>

export const taskUnknown = () => new AppError('task_unknown', { field: 'taskId' })

/** The task, unless it changed since the approver saw it. */
const getSeenTask = async (db: Db, { taskId, version }: TaskBody) => {
  const task = isUuid(taskId) ? await findTask(db, taskId) : undefined
  if (!task) throw taskUnknown()
  if (version !== undefined && task.version !== version) throw new AppError('changed_meanwhile')
  return task
}
type SeenTask = Awaited<ReturnType<typeof getSeenTask>>

/** The same, locked until the transaction ends. Posting its bill to QuickBooks takes the same lock. */
export const lockSeenTask = async (tx: Db, body: TaskBody): Promise<SeenTask> => {
  await lockTask(tx, body.taskId)
  return getSeenTask(tx, body)
}

export const createDecisions = ({ database, jobs, quickbooks }: Dependencies) => {
  const { db } = database

  const decide = (actor: StaffCaller, body: Of<'approve'> | Of<'reject'>): Promise<void> =>
    db.transaction(async (tx) => {
      const { action: decision, taskId: id } = body
      if (!isUuid(id)) throw taskUnknown()
      const reason = body.action === 'reject' ? body.message : undefined
      const postLater = body.action === 'approve' && body.postLater
      const status = statusAfter(decision)
      // Most decisions are allowed, so we update first and look for the reason only if that fails.
      const version = await updateTask(
        tx,
        { id, version: body.version, status: statusesAllowing(decision) },
        {
          status,
          decidedAt: new Date(),
          decidedBy: actor.email,
          rejectReason: reason ?? null,
          postLater,
          postRefusal: null,
        },
      )
      if (version === undefined) throw await refusalOf(tx, body)
      if (body.action === 'reject') await leaveBill(tx, id, body.billAcknowledged)
      const details = reason === undefined ? {} : { reason }
      await recordEvent(tx, {
        actor: actor.email,
        action: `bill_${status}`,
        subject: { kind: 'bill', id },
        details,
      })
      await jobs.send(tx, billMailJob, { billId: id, step: status, version, ...details })
      if (postLater) await jobs.send(tx, postBillJob, { taskId: id })
    })

  /** Refuses a rejection while the bill is being added or isn't acknowledged. Asks staff to void a remaining bill. */
  const leaveBill = async (tx: Db, taskId: string, isAcknowledged: boolean): Promise<void> => {
    const bill = await findLeftBill(tx, taskId)
    if (!bill) return
    if (bill.isClaimed)
      throw new AppError('qbo_bill_in_progress', {
        text: "We're adding the bill for this invoice to QuickBooks right now. Try again in a moment.",
      })
    const { left, invoiceNumber, amountCents } = bill
    if (left !== 'no' && !isAcknowledged) {
      const text = billLeftText(left, { invoiceNumber, amount: formatUsd(amountCents) })
      throw new AppError('task_bill_left', { text })
    }
    if (await markToVoid(tx, taskId)) await jobs.send(tx, voidNoticeJob, { taskId })
  }

  const chooseVendor = async (actor: StaffCaller, body: Of<'update_vendor'>): Promise<void> => {
    const { version } = assertVendorOpen(await getSeenTask(db, body))
    const vendor = await quickbooks
      .for('staff')
      .vendors.findByName(body.vendor)
      .catch(refuseWith('vendor_update_failed', 'vendor_update_failed'))
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendor' })
    await db.transaction(async (tx) => {
      // Checked again: starting to post the bill doesn't change the version.
      const { id, vendor: before } = assertVendorOpen(await lockSeenTask(tx, { ...body, version }))
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

/** Why a decision changed nothing. */
const refusalOf = async (db: Db, body: Of<'approve'> | Of<'reject'>): Promise<AppError> => {
  const task = await getSeenTask(db, body)
  if (actionsFor(task).includes(body.action)) return new AppError('changed_meanwhile')
  return new AppError('task_action_refused', {
    text:
      task.status === 'paid'
        ? "This invoice is paid and can't be changed here anymore."
        : `This invoice is already ${statusAfter(body.action)}.`,
  })
}
