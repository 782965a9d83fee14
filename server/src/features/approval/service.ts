// Reading tasks and acting on them.
import type { listPendingInvoices, Task } from '@invoice-desk/contract/approval'
import type { QueryOf, ResponseOf } from '@invoice-desk/contract/endpoint'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { createFileLinks } from '../../file-links.ts'
import type { StaffCaller } from '../../http/access.ts'
import { createDecisions, getTask, type TaskBody } from './decisions.ts'
import { countPending, listPending } from './pending-queries.ts'
import { findNeighbours, listBillsByIds, listHistory } from './queries.ts'
import { pendingView, taskView } from './view.ts'

export const createApprovalService = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const links = createFileLinks(dependencies.config)
  const { decide, chooseVendor } = createDecisions(dependencies)

  const fetchTask = async (id: string): Promise<Task> => {
    const row = await getTask(db, id)
    const [history, resembled, neighbours] = await Promise.all([
      listHistory(db, row.bill.id),
      listBillsByIds(
        db,
        row.bill.duplicates.map(({ billId }) => billId),
      ),
      findNeighbours(db, row.bill),
    ])
    return taskView({ row, history, resembled, neighbours }, links)
  }

  const act = async (actor: StaffCaller, body: TaskBody): Promise<Task> => {
    if (body.action === 'update_vendor') await chooseVendor(actor, body)
    else if (body.action !== 'fetch') await decide(actor, body)
    return fetchTask(body.taskId)
  }

  const listPendingTasks = async (
    query: QueryOf<typeof listPendingInvoices>,
  ): Promise<ResponseOf<typeof listPendingInvoices>> => {
    try {
      const rows = await listPending(db, query, query)
      const total = query.page === undefined ? rows.length : await countPending(db, query)
      return { invoices: rows.map(pendingView), total }
    } catch (error) {
      throw new AppError('pending_failed', { cause: error })
    }
  }

  return { act, listPendingTasks }
}
