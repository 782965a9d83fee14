// Lets someone add the bill of a task that isn't approved only if their approval is the last one it needs, and the bill of
// an approved one only if who is paid hasn't been changed since, or by someone else.
import { isAccepted } from '@invoice-desk/contract/bills/bill-status'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import { findTask } from '../approval/queries.ts'
import { readProgress } from '../approval/rules/queries.ts'
import type { PostingContent } from './queries.ts'

export const createApprovalCheck =
  ({ config }: Pick<Dependencies, 'config'>) =>
  async (db: Db, { taskId, actor: email }: Asked, askedAt: Date): Promise<void> => {
    const task = await findTask(db, taskId)
    if (!task) return
    const { canComplete, isStillApproved } = await readProgress(db, config, task)
    const isApproved = isAccepted(task.status)
    const mayAdd = isApproved ? isStillApproved : canComplete
    if (!mayAdd(email, askedAt)) throw refuse(isApproved ? REDIRECTED : UNAPPROVED)
  }

type Asked = Pick<PostingContent, 'taskId' | 'actor'>

const refuse = (text: string) => new AppError('approval_refused', { text })

const UNAPPROVED = 'This invoice needs more approvals. Its bill is added with the last one.'
const REDIRECTED =
  'Who is paid was changed after this invoice was approved. Anyone who can approve it, except the person who made the change, can add its bill. If no one else can, choose its vendor again, and it will need approval again.'
