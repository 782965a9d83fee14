// Carries out what staff decide about a task. Each decision, its audit event and its email commit in one transaction.
import { paidDateProblem } from '@invoice-desk/contract/approval/approval'
import {
  type Decision,
  eventOf,
  statusAfter,
  statusesAllowing,
  turnsDown,
} from '@invoice-desk/contract/bills/bill-status'
import { billLeftText } from '@invoice-desk/contract/bills/remaining-bill'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { formatUsd } from '@invoice-desk/contract/values/money'
import { billEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import type { NewJob } from '../../db/record.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { newJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { isSameVendor } from '../../lib/vendor-name.ts'
import { voidNoticeJob } from '../accounting/job-kinds.ts'
import { findLeftBill, markToVoid } from '../accounting/queries.ts'
import { approverNoticeJob, billMailJob } from '../contractor/job-kinds.ts'
import type { BillRow } from '../contractor/queries.ts'
import { actionsFor, hasRule } from './actions.ts'
import { createApprove } from './approve.ts'
import { recordVendorChoice } from './payees/queries.ts'
import { updateTask, waitingAgain } from './queries.ts'
import { laterEditors } from './rules/duties.ts'
import { findRule } from './rules/progress.ts'
import { readProgress } from './rules/queries.ts'
import type { Policy } from './rules/types.ts'
import {
  type ActionBody,
  assertAllowed,
  getSeenTask,
  isPending,
  lockSeenTask,
  type SeenTask,
  taskUnknown,
} from './seen-task.ts'

type DecisionBody = ActionBody<Decision>
type OtherDecision = ActionBody<Exclude<Decision, 'approve'>>

export const createDecisions = ({ books, config, database, jobs }: Dependencies) => {
  const { db } = database
  const approve = createApprove({ config, database })

  const decide = async (actor: StaffCaller, body: DecisionBody): Promise<void> => {
    if (!isUuid(body.taskId)) throw taskUnknown()
    if (body.action === 'approve') return approve(actor, body)
    const { action } = body
    if (body.action === 'mark_paid') assertPaidDate(body.paidDate)
    // One statement needs no transaction.
    if (!turnsDown(action) && !hasRule(action)) return apply(db, actor, body)
    await db.transaction(async (tx) => {
      if (hasRule(action)) assertAllowed(await lockSeenTask(tx, body), action)
      await apply(tx, actor, body)
      if ('message' in body) await leaveBill(tx, body)
    })
  }

  /** Most decisions are allowed, so we update first and look for the reason only if that fails. */
  const apply = async (tx: Db, actor: StaffCaller, body: OtherDecision): Promise<void> => {
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

  /** Refuses to turn the task down while its bill is being added or isn't acknowledged. Asks staff to void a remaining bill. */
  const leaveBill = async (
    tx: Db,
    body: ActionBody<'reject' | 'request_changes'>,
  ): Promise<void> => {
    const { taskId, action, billAcknowledged } = body
    const bill = await findLeftBill(tx, taskId)
    if (!bill) return
    if (bill.isClaimed)
      throw new AppError('qbo_bill_in_progress', {
        text: "We're adding the bill for this invoice to QuickBooks right now. Try again in a moment.",
      })
    const { left, invoiceNumber, amountCents } = bill
    if (left !== 'no' && !billAcknowledged) {
      const text = billLeftText(left, { invoiceNumber, amount: formatUsd(amountCents) }, action)
      throw new AppError('task_bill_left', { text })
    }
    if (await markToVoid(tx, taskId)) await jobs.send(tx, voidNoticeJob, { taskId })
  }

  const chooseVendor = async (
    actor: StaffCaller,
    body: ActionBody<'update_vendor'>,
  ): Promise<void> => {
    const { version } = assertVendorOpen(await getSeenTask(db, body))
    const vendor = await books
      .findVendor(body.vendor)
      .catch(refuseWith('vendor_update_failed', 'vendor_update_failed'))
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendor' })
    await db.transaction(async (tx) => {
      // Checked again: starting to post the bill doesn't change the version.
      const task = assertVendorOpen(await lockSeenTask(tx, { ...body, version }))
      const { policy } = await readProgress(tx, config, task)
      const { id, vendor: before } = task
      const details = { vendor: vendor.name, before }
      const event = billEvent({ id, actor: actor.email, action: 'bill_vendor_changed', details })
      const change = { vendor: vendor.name, postRefusal: null }
      const reset = approvalsAfter(policy, task, vendor.name)
      const jobs = reset ? [newJob(approverNoticeJob, { billId: id, version: 0 })] : []
      const again = reset && { ...reset, ...waitingAgain() }
      if (!isSameVendor(before, vendor.name)) await recordVendorChoice(tx, actor.email, id)
      await updateTask(tx, { id }, { ...change, ...again }, { events: [event], jobs })
    })
  }

  return { decide, chooseVendor }
}

/** What a decision changes besides the status. */
const changeOf = ({ email }: StaffCaller, body: OtherDecision) => {
  switch (body.action) {
    case 'mark_paid': {
      const { paidDate, note, reference } = body
      return {
        ...{ paidAt: new Date(), paidBy: email, paidDate },
        ...{ paidReference: reference || null, paidNote: note || null },
      }
    }
    case 'unmark_paid':
      return { paidAt: null, paidBy: null, paidDate: null, paidReference: null, paidNote: null }
    default:
      return {
        approvals: [],
        decidedAt: new Date(),
        decidedBy: email,
        rejectReason: body.message,
        escalatedAt: null,
        postLater: false,
        postRefusal: null,
      }
  }
}

/** The email to the contractor. As the page says, undoing a payment sends none. */
const jobsOf = ({ action, taskId }: OtherDecision, reason: string | undefined): NewJob[] => {
  if (action === 'unmark_paid') return []
  // The update fills in the version.
  const mail = { billId: taskId, step: statusAfter(action), version: 0, reason }
  return [newJob(billMailJob, mail)]
}

/** What the history shows about a decision. */
const detailsOf = (body: OtherDecision): Record<string, string> => {
  if ('message' in body) return { reason: body.message }
  if (body.action !== 'mark_paid') return {}
  const { paidDate, note, reference } = body
  return { paidDate, ...(reference && { reference }), ...(note && { note }) }
}

/**
 * What happens to the approvals of a task that gets another vendor: they were for the old one. If duties are separated or
 * a rule applies to either vendor, even an approved task needs them again. Undefined if nothing happens.
 */
const approvalsAfter = (
  policy: Policy,
  task: SeenTask,
  vendor: string,
): Partial<BillRow> | undefined => {
  const mayNeedThem = task.status === 'approved' && policy.separatesDuties
  // Choosing it again is the way out if everyone changed who is paid since.
  if (isSameVendor(task.vendor, vendor))
    return mayNeedThem && laterEditors(task).length > 0 ? AGAIN : undefined
  const [rule, next] = [task, { ...task, vendor }].map((each) => findRule(policy, each))
  if (mayNeedThem || (task.status === 'approved' && (rule || next))) return AGAIN
  const isAffected = task.approvals.length > 0 || rule !== next
  return isPending(task) && isAffected ? { approvals: [] } : undefined
}

const AGAIN: Partial<BillRow> = {
  status: 'sent_for_approval',
  approvals: [],
  decidedAt: null,
  decidedBy: null,
  postLater: false,
}

const assertVendorOpen = (task: SeenTask): SeenTask => {
  if (!actionsFor(task).includes('update_vendor')) throw new AppError('task_has_bill')
  return task
}
