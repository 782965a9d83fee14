// Carries out what staff decide about a task. Each decision, its audit event and its email commit in one transaction.
import { type approveInvoice, billLeftText, paidDateProblem } from '@invoice-desk/contract/approval'
import {
  actionsOf,
  type Decision,
  eventOf,
  statusAfter,
  statusesAllowing,
  taskStatusOf,
} from '@invoice-desk/contract/bill-status'
import { businessDay } from '@invoice-desk/contract/business-day'
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { isUuid } from '@invoice-desk/contract/ids'
import { formatUsd } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import { billEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { NewJob } from '../../db/record.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { newJob } from '../../jobs/queue.ts'
import { refuseWith } from '../../quickbooks-refusals.ts'
import { postBillJob, voidNoticeJob } from '../accounting/job-kinds.ts'
import { findLeftBill, lockTask, markToVoid } from '../accounting/queries.ts'
import { billMailJob } from '../contractor/job-kinds.ts'
import { actionsFor, hasRule } from './actions.ts'
import { findTask, updateTask } from './queries.ts'

export type TaskBody = BodyOf<typeof approveInvoice>
type Body<A> = Extract<TaskBody, { action: A }>
type DecisionBody = Body<Decision>

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
const lockSeenTask = async (tx: Db, body: TaskBody): Promise<SeenTask> => {
  await lockTask(tx, body.taskId)
  return getSeenTask(tx, body)
}

export const createDecisions = ({ books, config, database, jobs }: Dependencies) => {
  const { db } = database

  const decide = async (actor: StaffCaller, body: DecisionBody): Promise<void> => {
    const { action } = body
    if (!isUuid(body.taskId)) throw taskUnknown()
    if (body.action === 'mark_paid') assertPaidDate(body.paidDate)
    // One statement needs no transaction.
    if (action !== 'reject' && !hasRule(action)) return apply(db, actor, body)
    await db.transaction(async (tx) => {
      if (hasRule(action)) assertAllowed(await lockSeenTask(tx, body), action)
      await apply(tx, actor, body)
      if (body.action === 'reject') await leaveBill(tx, body.taskId, body.billAcknowledged)
    })
  }

  /** Most decisions are allowed, so we update first and look for the reason only if that fails. */
  const apply = async (tx: Db, actor: StaffCaller, body: DecisionBody): Promise<void> => {
    const { action, taskId: id, version } = body
    const details = detailsOf(body)
    const isUpdated = await updateTask(
      tx,
      { id, version, status: statusesAllowing(action) },
      { status: statusAfter(action), ...changeOf(actor, body) },
      {
        events: [billEvent({ id, actor: actor.email, action: eventOf(action), details })],
        jobs: jobsOf(body, details.reason),
      },
    )
    if (isUpdated) return
    assertAllowed(await getSeenTask(tx, body), action)
    throw new AppError('changed_meanwhile')
  }

  const assertPaidDate = (paidDate: string): void => {
    const problem = paidDateProblem(paidDate, businessDay(Date.now(), config.businessTimeZone))
    if (problem) throw new AppError('invalid_input', { field: 'paidDate', text: problem })
  }

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

  const chooseVendor = async (actor: StaffCaller, body: Body<'update_vendor'>): Promise<void> => {
    const { version } = assertVendorOpen(await getSeenTask(db, body))
    const vendor = await books
      .findVendor(body.vendor)
      .catch(refuseWith('vendor_update_failed', 'vendor_update_failed'))
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendor' })
    await db.transaction(async (tx) => {
      // Checked again: starting to post the bill doesn't change the version.
      const { id, vendor: before } = assertVendorOpen(await lockSeenTask(tx, { ...body, version }))
      const details = { vendor: vendor.name, before }
      const event = billEvent({ id, actor: actor.email, action: 'bill_vendor_changed', details })
      const change = { vendor: vendor.name, postRefusal: null }
      await updateTask(tx, { id }, change, { events: [event] })
    })
  }

  return { decide, chooseVendor }
}

/** What a decision changes besides the status. */
const changeOf = ({ email }: StaffCaller, body: DecisionBody) => {
  switch (body.action) {
    case 'mark_paid': {
      const { paidDate, note } = body
      return { paidAt: new Date(), paidBy: email, paidDate, paidNote: note || null }
    }
    case 'unmark_paid':
      return { paidAt: null, paidBy: null, paidDate: null, paidNote: null }
    default:
      return {
        decidedAt: new Date(),
        decidedBy: email,
        rejectReason: body.action === 'reject' ? body.message : null,
        postLater: body.action === 'approve' && body.postLater,
        postRefusal: null,
      }
  }
}

/** The email to the contractor, and adding the bill to QuickBooks later. */
const jobsOf = (body: DecisionBody, reason: string | undefined): NewJob[] => {
  const { action, taskId } = body
  // As the page says, undoing a payment sends no email.
  if (action === 'unmark_paid') return []
  // The update fills in the version.
  const mail = newJob(billMailJob, {
    billId: taskId,
    step: statusAfter(action),
    version: 0,
    reason,
  })
  const isPosted = body.action === 'approve' && body.postLater
  return isPosted ? [mail, newJob(postBillJob, { taskId })] : [mail]
}

/** What the history shows about a decision. */
const detailsOf = (body: DecisionBody): { reason?: string; paidDate?: string; note?: string } => {
  if (body.action === 'reject') return { reason: body.message }
  if (body.action !== 'mark_paid') return {}
  const { paidDate, note } = body
  return note ? { paidDate, note } : { paidDate }
}

const assertVendorOpen = (task: SeenTask): SeenTask => {
  if (!actionsFor(task).includes('update_vendor')) throw new AppError('task_has_bill')
  return task
}

const assertAllowed = (task: SeenTask, decision: Decision): void => {
  if (!actionsFor(task).includes(decision)) throw refusalOf(task, decision)
}

const refusalOf = ({ status, posting }: SeenTask, decision: Decision): AppError => {
  const refuse = (text: string) => new AppError('task_action_refused', { text })
  if (decision === 'unmark_paid')
    return refuse('Only an invoice that was marked as paid here can be marked as not paid.')
  if (decision !== 'mark_paid')
    return refuse(
      status === 'paid'
        ? "This invoice is paid and can't be changed here anymore."
        : `This invoice is already ${taskStatusOf(status).name}.`,
    )
  if (status === 'paid') return refuse('This invoice is already paid.')
  if (!actionsOf(status).includes(decision))
    return refuse('Only an approved invoice can be marked as paid. Approve it first.')
  return posting === 'created'
    ? new AppError('task_has_bill', {
        text: "This invoice has a bill in QuickBooks. Once it's paid there, it's marked as paid here automatically.",
      })
    : new AppError('qbo_bill_in_progress', {
        text: "This invoice can't be marked as paid while its bill is being added to QuickBooks. Try again later.",
      })
}
