// Lets someone add the bill of a task that isn't approved only if their approval is the last one it needs.
import { isAccepted } from '@invoice-desk/contract/bill-status'
import { AppError } from '../../../app-error.ts'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { findTask } from '../../approval/queries.ts'
import { readProgress } from '../../approval/rules/queries.ts'
import type { PostingContent } from '../queries.ts'

export const createApprovalCheck =
  ({ config }: Pick<Dependencies, 'config'>) =>
  async (db: Db, { taskId, actor }: Pick<PostingContent, 'taskId' | 'actor'>): Promise<void> => {
    const task = await findTask(db, taskId)
    if (!task || isAccepted(task.status)) return
    const { canComplete } = await readProgress(db, config, task)
    if (canComplete(actor)) return
    throw new AppError('approval_refused', {
      text: 'This invoice needs more approvals. Its bill is added with the last one.',
    })
  }
