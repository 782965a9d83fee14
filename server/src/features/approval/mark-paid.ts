// Staff say that an invoice without a bill in QuickBooks is paid, or take that back.
import { paidDateProblem } from '@invoice-desk/contract/approval'
import { actionsOf, statusAfter } from '@invoice-desk/contract/bill-status'
import { businessDay } from '@invoice-desk/contract/business-day'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { billMailJob } from '../contractor/job-kinds.ts'
import { actionsFor } from './actions.ts'
import { getInTurn, type Of } from './decisions.ts'
import { updateTask } from './queries.ts'

export const createMarkPaid = ({ config, database: { pool }, jobs }: Dependencies) => {
  const markPaid = (actor: StaffCaller, body: Of<'mark_paid'>): Promise<void> =>
    inTransaction(pool, async (tx) => {
      const { action, paidDate, note } = body
      const problem = paidDateProblem(paidDate, businessDay(Date.now(), config.businessTimeZone))
      if (problem) throw new AppError('invalid_input', { field: 'paidDate', text: problem })
      const task = await getInTurn(tx, body)
      const { id, version: before, status, posting } = task
      if (!actionsOf(status).includes(action)) throw refusedBy(status)
      if (!actionsFor(task).includes(action)) throw paidInQuickBooks(posting)
      const paid = { paidAt: new Date(), paidBy: actor.email, paidDate, paidNote: note || null }
      const change = { status: statusAfter(action), ...paid }
      const version = await updateTask(tx, { id, version: before }, change)
      if (version === undefined) throw new AppError('changed_meanwhile')
      await recordEvent(tx, {
        actor: actor.email,
        action: 'bill_marked_paid',
        subject: { kind: 'bill', id },
        details: { paidDate, ...(note ? { note } : {}) },
      })
      await jobs.send(tx, billMailJob, { billId: id, step: 'paid', version })
    })

  const unmarkPaid = (actor: StaffCaller, body: Of<'unmark_paid'>): Promise<void> =>
    inTransaction(pool, async (tx) => {
      const task = await getInTurn(tx, body)
      const { id, version } = task
      if (!actionsFor(task).includes(body.action)) throw notMarked()
      const unpaid = { paidAt: null, paidBy: null, paidDate: null, paidNote: null }
      const change = { status: statusAfter(body.action), ...unpaid }
      if ((await updateTask(tx, { id, version }, change)) === undefined)
        throw new AppError('changed_meanwhile')
      await recordEvent(tx, {
        actor: actor.email,
        action: 'bill_unmarked_paid',
        subject: { kind: 'bill', id },
      })
    })

  return { markPaid, unmarkPaid }
}

const refusedBy = (status: string): AppError =>
  new AppError('task_action_refused', {
    text:
      status === 'paid'
        ? 'This invoice is already paid.'
        : 'Only an approved invoice can be marked as paid. Please approve it first.',
  })

const paidInQuickBooks = (posting: string | null): AppError =>
  posting === 'created'
    ? new AppError('task_has_bill', {
        text: "This invoice has a bill in QuickBooks. Once it's paid there, it's marked as paid here automatically.",
      })
    : new AppError('qbo_bill_in_progress', {
        text: "This invoice can't be marked as paid while its bill is being added to QuickBooks. Please try again later.",
      })

const notMarked = (): AppError =>
  new AppError('task_action_refused', {
    text: 'Only an invoice that was marked as paid here can be marked as not paid.',
  })
