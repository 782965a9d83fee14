// The task a link asks for. Links pass through mail programs and spreadsheets, so the key is read generously.
import { normalizeTaskId } from '@invoice-desk/contract/ids'

const KEYS = ['taskid', 'task_id']

/** The value of `taskId` or `task_id` in any case, as the server writes it. */
export const taskIdFrom = (params: URLSearchParams): string | undefined => {
  for (const [name, value] of params) {
    const key = name.replace(/^\ufeff/, '').toLowerCase()
    const id = normalizeTaskId(value)
    if (KEYS.includes(key) && id !== '') return id
  }
  return undefined
}
