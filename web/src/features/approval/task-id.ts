// The task a link asks for. Links pass through mail programs and spreadsheets, so the key is read generously.

const KEYS = ['taskid', 'task_id']

/** The value of `taskId` or `task_id` in any case, without a leading byte-order mark. */
export const taskIdFrom = (params: URLSearchParams): string | undefined => {
  for (const [name, value] of params) {
    const key = name.replace(/^\ufeff/, '').toLowerCase()
    const id = value.replace(/^\ufeff/, '').trim()
    if (KEYS.includes(key) && id !== '') return id
  }
  return undefined
}
