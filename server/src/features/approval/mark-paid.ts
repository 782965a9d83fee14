// Lets staff mark an invoice without a bill in QuickBooks as paid, and undo that.
import { paidDateProblem } from '@invoice-desk/contract/approval'
import { actionsOf, statusAfter } from '@invoice-desk/contract/bill-status'
import { businessDay } from '@invoice-desk/contract/business-day'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { billMailJob } from '../contractor/job-kinds.ts'
import { actionsFor } from './actions.ts'
import { lockSeenTask, type Of } from './decisions.ts'
import { updateTask } from './queries.ts'

export const createMarkPaid = ({ config, database: { db }, jobs }: Dependencies) => {
  const markPaid = (actor: StaffCaller, body: Of<'mark_paid'>): Promise<void> =>
    db.transaction(async (tx) => {
      const { action, paidDate, note } = body
      const problem = paidDateProblem(paidDate, businessDay(Date.now(), config.businessTimeZone))
      if (problem) throw new AppError('invalid_input', { field: 'paidDate', text: problem })
      const task = await lockSeenTask(tx, body)
      if (!actionsFor(task).includes(action)) throw refusalOf(task)
      const { id, version } = task
      const status = statusAfter(action)
      const paid = { paidAt: new Date(), paidBy: actor.email, paidDate, paidNote: note || null }
      await updateTask(tx, { id }, { status, ...paid })
      await recordEvent(tx, {
        actor: actor.email,
        action: 'bill_marked_paid',
        subject: { kind: 'bill', id },
        details: { paidDate, ...(note ? { note } : {}) },
      })
      await jobs.send(tx, billMailJob, { billId: id, step: status, version: version + 1 })
    })

  const unmarkPaid = (actor: StaffCaller, body: Of<'unmark_paid'>): Promise<void> =>
    db.transaction(async (tx) => {
      const task = await lockSeenTask(tx, body)
      if (!actionsFor(task).includes(body.action))
        throw new AppError('task_action_refused', {
          text: 'Only an invoice that was marked as paid here can be marked as not paid.',
        })
      const { id } = task
      const unpaid = { paidAt: null, paidBy: null, paidDate: null, paidNote: null }
      await updateTask(tx, { id }, { status: statusAfter(body.action), ...unpaid })
      await recordEvent(tx, {
        actor: actor.email,
        action: 'bill_unmarked_paid',
        subject: { kind: 'bill', id },
      })
    })

  return { markPaid, unmarkPaid }
}

/** Why an invoice can't be marked as paid. */
const refusalOf = ({ status, posting }: Parameters<typeof actionsFor>[0]): AppError => {
  if (status === 'paid')
    return new AppError('task_action_refused', { text: 'This invoice is already paid.' })
  if (!actionsOf(status).includes('mark_paid'))
    return new AppError('task_action_refused', {
      text: 'Only an approved invoice can be marked as paid. Approve it first.',
    })
  return posting === 'created'
    ? new AppError('task_has_bill', {
        text: "This invoice has a bill in QuickBooks. Once it's paid there, it's marked as paid here automatically.",
      })
    : new AppError('qbo_bill_in_progress', {
        text: "This invoice can't be marked as paid while its bill is being added to QuickBooks. Try again later.",
      })
}
