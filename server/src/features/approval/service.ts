// Reads tasks and carries out what staff do with them.
import type { listPendingInvoices, Task } from '@invoice-desk/contract/approval'
import { addDays, businessDay } from '@invoice-desk/contract/business-day'
import type { QueryOf } from '@invoice-desk/contract/endpoint'
import { isUuid } from '@invoice-desk/contract/ids'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createFileLinks } from '../../file-links.ts'
import type { StaffCaller } from '../../http/access.ts'
import { createDecisions, type TaskBody, taskUnknown } from './decisions.ts'
import { listPending, readTask } from './queries.ts'
import { pendingView, taskView } from './view.ts'

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
    return taskView(task, links)
  }

  const listPendingTasks = async (query: QueryOf<typeof listPendingInvoices>) => {
    const { dueWithinDays: days } = query
    const dueBy =
      days === undefined
        ? undefined
        : addDays(businessDay(Date.now(), config.businessTimeZone), days)
    const { rows, total } = await listPending(db, query, dueBy).catch((error: unknown) => {
      throw new AppError('pending_failed', { cause: error })
    })
    return { invoices: rows.map(pendingView), total }
  }

  return { act, listPendingTasks }
}
