// Approves a task. If it needs several people, each approval is stored, and the last one decides.
import { eventOf, isTurnedDown, statusAfter } from '@invoice-desk/contract/bills/bill-status'
import { billEvent } from '../../db/audit.ts'
import type { NewJob } from '../../db/record.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { newJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { postBillJob } from '../accounting/job-kinds.ts'
import { approverNoticeJob, billMailJob } from '../contractor/job-kinds.ts'
import { updateTask, waitingAgain } from './queries.ts'
import { refusalText } from './rules/approval-view.ts'
import { countsOf } from './rules/progress.ts'
import { readProgress } from './rules/queries.ts'
import type { Progress } from './rules/types.ts'
import { type ActionBody, assertAllowed, getSeenTask, type SeenTask } from './seen-task.ts'

type Approving = ActionBody<'approve'>
type State = Awaited<ReturnType<typeof readProgress>>

/** Someone else may change the task between reading and updating it. */
const TRIES = 3

export const createApprove = ({ config, database }: Pick<Dependencies, 'config' | 'database'>) => {
  const { db } = database

  return async (actor: StaffCaller, body: Approving): Promise<void> => {
    let seen: SeenTask | undefined
    for (let tries = 0; tries < TRIES; tries += 1) {
      const task = await getSeenTask(db, body)
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
      const { change, event, jobs } =
        after.waiting.length === 0 ? lastApproval(actor, body) : oneApproval(task, state, after)
      const { id, version, status } = task
      // Finishing a task that has enough approvals adds none.
      const added = approvals === task.approvals ? undefined : approvals.at(-1)
      const details = detailsOf(after, added?.onBehalfOf)
      const isUpdated = await updateTask(
        db,
        { id, version, status: [status] },
        { ...change, approvals },
        { events: [billEvent({ id, actor: actor.email, action: event, details })], jobs },
      )
      if (isUpdated) return
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

/** The task is approved, the contractor is told, and if QuickBooks was unavailable, the bill is added later. */
const lastApproval = ({ email }: StaffCaller, { taskId, postLater }: Approving) => {
  // The update fills in the version.
  const mail = newJob(billMailJob, { billId: taskId, step: statusAfter('approve'), version: 0 })
  const jobs: NewJob[] = postLater ? [mail, newJob(postBillJob, { taskId })] : [mail]
  const change = {
    status: statusAfter('approve'),
    decidedAt: new Date(),
    decidedBy: email,
    rejectReason: null,
    postLater,
    postRefusal: null,
    escalatedAt: null,
  }
  return { change, event: eventOf('approve'), jobs }
}

/** The task stays pending, or is pending again if it was turned down. Those whose turn it is now are told. */
const oneApproval = (task: SeenTask, { progress, asked, askedAfter }: State, after: Progress) => {
  const isReopened = isTurnedDown(task.status)
  const isNewStage =
    progress.waiting.length !== after.waiting.length ||
    progress.waiting[0]?.because !== after.waiting[0]?.because
  const isNewTurn = isReopened || isNewStage
  // Once a delegate has approved, others may have to act for the people who are away.
  const others = askedAfter(after).filter(
    ({ email }) => !asked.some((approver) => approver.email === email),
  )
  const only = isNewTurn ? undefined : others.map(({ email }) => email)
  const reopened = {
    status: 'sent_for_approval',
    decidedAt: null,
    decidedBy: null,
    rejectReason: null,
  } as const
  return {
    change: { ...(isReopened && reopened), ...(isNewTurn && waitingAgain()) },
    event: 'bill_approval_given' as const,
    jobs:
      only?.length === 0 ? [] : [newJob(approverNoticeJob, { billId: task.id, version: 0, only })],
  }
}
