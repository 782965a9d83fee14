// Reads tasks and carries out what staff do with them.
import type { listPendingInvoices, Task } from '@invoice-desk/contract/approval/approval'
import type { QueryOf } from '@invoice-desk/contract/http/endpoint'
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import { isUuid } from '@invoice-desk/contract/values/ids'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { AppError } from '../../lib/app-error.ts'
import { createFileLinks } from '../../secrets/file-links.ts'
import { createDecisions } from './decisions.ts'
import { type TaskBody, taskUnknown } from './loaded-task.ts'
import { readTask } from './queries.ts'
import { approvalView } from './rules/approval-view.ts'
import { readPending } from './rules/pending-approvals.ts'
import { readProgress } from './rules/queries.ts'
import { pendingView, taskView } from './view.ts'

type PendingQuery = QueryOf<typeof listPendingInvoices>

export const createApprovalService = (dependencies: Dependencies) => {
  const { config, database } = dependencies
  const { db } = database
  const links = createFileLinks(config)
  const { decide, chooseVendor } = createDecisions(dependencies)

  const act = async (actor: StaffCaller, body: TaskBody): Promise<Task> => {
    if (body.action === 'update_vendor') await chooseVendor(actor, body)
    else if (body.action !== 'fetch') await decide(actor, body)
    const task = isUuid(body.taskId) ? await readTask(db, body.taskId) : undefined
    if (!task) throw taskUnknown()
    const approval = approvalView(task, await readProgress(db, config, task), actor)
    return taskView(task, approval, links)
  }

  const listPendingTasks = async (caller: StaffCaller, query: PendingQuery) => {
    const { dueWithinDays: days, page = 1, pageSize } = query
    const dueBy =
      days === undefined
        ? undefined
        : addDays(businessDay(Date.now(), config.businessTimeZone), days)
    // Only the rules know whose turn it is, so the page is cut after them.
    const isCutHere = query.isYours && query.page !== undefined
    const read = isCutHere ? { ...query, page: undefined } : query
    const { rows, total, approvalOf } = await readPending(db, config, read, {
      dueBy,
      caller,
    }).catch((error: unknown) => {
      throw new AppError('pending_failed', { cause: error })
    })
    const invoices = rows.map((row) => pendingView(row, approvalOf(row)))
    if (!query.isYours) return { invoices, total }
    const yours = invoices.filter(({ approval }) => approval?.isYours ?? true)
    const first = (page - 1) * pageSize
    return {
      invoices: isCutHere ? yours.slice(first, first + pageSize) : yours,
      total: yours.length,
    }
  }

  return { act, listPendingTasks }
}
