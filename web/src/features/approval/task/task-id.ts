// The task ID in the URL. Email programs and spreadsheets change links, so the key may vary.
import { normalizeTaskId } from '@invoice-desk/contract/values/ids'
import { paths } from '../../../shared/navigation/paths.ts'

const KEYS = ['taskid', 'task_id']

/** Reads `taskId` or `task_id` in any case, with or without a byte-order mark. */
export const taskIdFrom = (params: URLSearchParams): string | undefined => {
  for (const [name, value] of params) {
    const key = name.replace(/^\ufeff/, '').toLowerCase()
    const id = normalizeTaskId(value)
    if (KEYS.includes(key) && id !== '') return id
  }
  return undefined
}

/** Whether a task is still the one in view, for work that ends after the approver may have left. */
export const isTaskOpen = (taskId: string): boolean =>
  window.location.pathname === paths.approveInvoice() &&
  taskIdFrom(new URLSearchParams(window.location.search)) === taskId
