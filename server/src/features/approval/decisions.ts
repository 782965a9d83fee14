// Carries out what staff decide about a task. Each decision, its audit event and its email commit in one transaction.
import { paidDateProblem } from '@invoice-desk/contract/approval/approval'
import { type Decision, turnsDown } from '@invoice-desk/contract/bills/bill-status'
import { billLeftText } from '@invoice-desk/contract/bills/remaining-bill'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { isUuid } from '@invoice-desk/contract/values/ids'
import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Db } from '../../db/client.ts'
import { insertJobs } from '../../db/record.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { refuseWith } from '../../http/quickbooks-refusals.ts'
import { newJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { isSameVendor } from '../../lib/vendor-name.ts'
import { approverNoticeJob } from '../bills/job-kinds.ts'
import { findRemainingBill, voidRemainingBill } from '../bills/posted-bill.ts'
import type { BillValues } from '../bills/transitions.ts'
import { moveBill } from '../bills/write-bill.ts'
import { actionsFor, hasRule } from './actions.ts'
import { createApprove } from './approve.ts'
import {
  type ActionBody,
  assertAllowed,
  isPending,
  type LoadedTask,
  loadTask,
  lockTask,
  taskUnknown,
} from './loaded-task.ts'
import { recordVendorChoice } from './payees/queries.ts'
import { laterEditors } from './rules/duties.ts'
import { findRule } from './rules/progress.ts'
import { readProgress } from './rules/queries.ts'
import type { Policy } from './rules/types.ts'

type DecisionBody = ActionBody<Decision>
type OtherDecision = ActionBody<Exclude<Decision, 'approve'>>

export const createDecisions = ({ books, config, database }: Dependencies) => {
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
      if (hasRule(action)) assertAllowed(await lockTask(tx, body), action)
      await apply(tx, actor, body)
      if ('message' in body) await leaveBill(tx, body)
    })
  }

  /** Most decisions are allowed, so we update first and look for the reason only if that fails. */
  const apply = async (tx: Db, actor: StaffCaller, body: OtherDecision): Promise<void> => {
    const { action, taskId: id, version } = body
    const isMoved = await moveBill(tx, action, {
      ...{ id, version, actor: actor.email },
      values: valuesOf(actor, body),
      details: detailsOf(body),
    })
    if (isMoved) return
    assertAllowed(await loadTask(tx, body), action)
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
    const bill = await findRemainingBill(tx, taskId)
    if (!bill) return
    if (bill.isClaimed)
      throw new AppError('qbo_bill_in_progress', {
        text: "We're adding the bill for this invoice to QuickBooks right now. Try again in a moment.",
      })
    const { remains, invoiceNumber, amountCents } = bill
    if (remains !== 'no' && !billAcknowledged) {
      const text = billLeftText(remains, { invoiceNumber, amount: formatUsd(amountCents) }, action)
      throw new AppError('task_bill_left', { text })
    }
    await insertJobs(tx, await voidRemainingBill(tx, taskId))
  }

  const chooseVendor = async (
    actor: StaffCaller,
    body: ActionBody<'update_vendor'>,
  ): Promise<void> => {
    const { version } = assertVendorOpen(await loadTask(db, body))
    const vendor = await books
      .findVendor(body.vendor)
      .catch(refuseWith('vendor_update_failed', 'vendor_update_failed'))
    if (!vendor) throw new AppError('qbo_vendor_unknown', { field: 'vendor' })
    await db.transaction(async (tx) => {
      // Checked again: starting to post the bill doesn't change the version.
      const task = assertVendorOpen(await lockTask(tx, { ...body, version }))
      const { policy } = await readProgress(tx, config, task)
      const { id, vendor: before } = task
      const event = vendorEvent(policy, task, vendor.name)
      if (!isSameVendor(before, vendor.name)) await recordVendorChoice(tx, actor.email, id)
      await moveBill(tx, event, {
        ...{ id, actor: actor.email, values: { vendor: vendor.name } },
        details: { vendor: vendor.name, before },
        jobs:
          event === 'choose_vendor' ? [] : [newJob(approverNoticeJob, { billId: id, version: 0 })],
      })
    })
  }

  return { decide, chooseVendor }
}

/** What a decision stores. */
const valuesOf = ({ email }: StaffCaller, body: OtherDecision): BillValues => {
  if ('message' in body)
    return { decidedAt: new Date(), decidedBy: email, rejectReason: body.message }
  if (body.action !== 'mark_paid') return {}
  const { paidDate, note, reference } = body
  return {
    ...{ paidAt: new Date(), paidBy: email, paidDate },
    ...{ paidReference: reference || null, paidNote: note || null },
  }
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
 * a rule applies to either vendor, even an approved task needs them again.
 */
const vendorEvent = (policy: Policy, task: LoadedTask, vendor: string) => {
  const mayNeedThem = task.status === 'approved' && policy.separatesDuties
  // Choosing it again is the way out if everyone changed who is paid since.
  if (isSameVendor(task.vendor, vendor))
    return mayNeedThem && laterEditors(task).length > 0 ? 'choose_vendor_reopen' : 'choose_vendor'
  const [rule, next] = [task, { ...task, vendor }].map((each) => findRule(policy, each))
  if (mayNeedThem || (task.status === 'approved' && (rule || next))) return 'choose_vendor_reopen'
  const isAffected = task.approvals.length > 0 || rule !== next
  return isPending(task) && isAffected ? 'choose_vendor_anew' : 'choose_vendor'
}

const assertVendorOpen = (task: LoadedTask): LoadedTask => {
  if (!actionsFor(task).includes('update_vendor')) throw new AppError('task_has_bill')
  return task
}
