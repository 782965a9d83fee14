// Approves a task. If it needs several people, each approval is stored, and the last one decides.
import { isTurnedDown } from '@invoice-desk/contract/bills/bill-status'
import type { NewJob } from '../../db/record.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { newJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { approverNoticeJob, postBillJob } from '../bills/job-kinds.ts'
import type { BillEvent, BillValues } from '../bills/transitions.ts'
import { moveBill } from '../bills/write-bill.ts'
import { type ActionBody, assertAllowed, type LoadedTask, loadTask } from './loaded-task.ts'
import { refusalText } from './rules/approval-view.ts'
import { countsOf } from './rules/progress.ts'
import { readProgress } from './rules/queries.ts'
import type { Progress } from './rules/types.ts'

type Approving = ActionBody<'approve'>
type State = Awaited<ReturnType<typeof readProgress>>

/** Someone else may change the task between reading and updating it. */
const TRIES = 3

export const createApprove = ({ config, database }: Pick<Dependencies, 'config' | 'database'>) => {
  const { db } = database

  return async (actor: StaffCaller, body: Approving): Promise<void> => {
    let seen: LoadedTask | undefined
    for (let tries = 0; tries < TRIES; tries += 1) {
      const task = await loadTask(db, body)
      // The contractor changed it while it was being approved, or someone chose another vendor.
      seen ??= task
      if (task.changes.resubmittedAt !== seen.changes.resubmittedAt) break
      if (task.vendor !== seen.vendor) break
      assertAllowed(task, 'approve')
      const state = await readProgress(db, config, task)
      const refusal = state.refusalOf(actor.email)
      if (refusal) throw new AppError('approval_refused', { text: refusalText(refusal) })
      const approvals = state.approvalsWith(actor.email)
      const after = state.judge(approvals)
      const { event, values, jobs } =
        after.waiting.length === 0 ? lastApproval(actor, body) : oneApproval(task, state, after)
      // Finishing a task that has enough approvals adds none.
      const added = approvals === task.approvals ? undefined : approvals.at(-1)
      const isMoved = await moveBill(db, event, {
        ...{ id: task.id, version: task.version, actor: actor.email, jobs },
        values: { ...values, approvals },
        details: detailsOf(after, added?.onBehalfOf),
      })
      if (isMoved) return
    }
    throw new AppError('changed_meanwhile')
  }
}

const ALONE = 'Someone else should have approved it too, but no one else can approve invoices.'

/** What the history shows: the count if more than one approval is needed, and in whose place this one was given. */
const detailsOf = (after: Progress, onBehalfOf: string | undefined) => {
  const { given, needed } = countsOf(after)
  const counted = { approvals: `${given} of ${needed}`, rule: after.rule?.name }
  return {
    ...(needed > 1 && counted),
    ...(onBehalfOf && { onBehalfOf }),
    ...(after.isAlone && { reason: ALONE }),
  }
}

type Approval = { event: BillEvent; values?: BillValues; jobs: NewJob[] }

/** The task is approved, and if QuickBooks was unavailable, the bill is added later. */
const lastApproval = ({ email }: StaffCaller, { taskId, postLater }: Approving): Approval => ({
  event: 'approve',
  values: { decidedAt: new Date(), decidedBy: email, postLater },
  jobs: postLater ? [newJob(postBillJob, { taskId })] : [],
})

/** The task stays pending, or is pending again if it was turned down. Those whose turn it is now are told. */
const oneApproval = (
  task: LoadedTask,
  { progress, asked, askedAfter }: State,
  after: Progress,
): Approval => {
  const isReopened = isTurnedDown(task.status)
  const isNewStage =
    progress.waiting.length !== after.waiting.length ||
    progress.waiting[0]?.because !== after.waiting[0]?.because
  // Once a delegate has approved, others may have to act for the people who are away.
  const others = askedAfter(after).filter(
    ({ email }) => !asked.some((approver) => approver.email === email),
  )
  const only = isReopened || isNewStage ? undefined : others.map(({ email }) => email)
  return {
    event: isReopened ? 'reopen' : isNewStage ? 'approve_stage' : 'approve_in_part',
    jobs:
      only?.length === 0 ? [] : [newJob(approverNoticeJob, { billId: task.id, version: 0, only })],
  }
}
