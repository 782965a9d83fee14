// Opens the next pending invoice after a decision, if the approver wants that.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { useGo } from '../../../shared/navigation/app-link.tsx'
import { focusTitle } from '../../../shared/navigation/focus-title.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { isOpen } from '../task/is-open.ts'
import { useGoesOn } from './preferences.ts'
import { nextAfter, useQueue } from './queue.ts'

export const useGoOn = (task: Task) => {
  const [goesOn] = useGoesOn()
  const queue = useQueue()
  const go = useGo()
  return () => {
    const next = goesOn ? nextAfter(task, queue?.rows ?? []) : undefined
    // The approver may have left while QuickBooks was working.
    if (!next || !isOpen(task.id)) return
    focusTitle()
    go(paths.approveInvoice(next))
  }
}
