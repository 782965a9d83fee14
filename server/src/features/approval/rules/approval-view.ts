// Builds what the approval page shows about approvals.
import type { TaskApproval } from '@invoice-desk/contract/approval/approval'
import { isAccepted } from '@invoice-desk/contract/bills/bill-status'
import type { TaskRow } from '../queries.ts'
import { presentPeople, type Refusal } from './progress.ts'
import type { readProgress } from './queries.ts'
import type { Approver, Candidate } from './types.ts'

const REFUSALS: Readonly<Record<Refusal, string>> = {
  own: "This invoice was submitted with your own email address, so you can't approve it.",
  given: "You've already approved this invoice.",
  mapping: 'You changed who is paid, so someone else has to approve this invoice.',
  rule: 'This invoice is waiting for someone else to approve it.',
}

export const refusalText = (refusal: Refusal): string => REFUSALS[refusal]

export const approvalView = (
  { status, approvals }: Pick<TaskRow, 'status' | 'approvals'>,
  { progress, counts, approvers, refusalOf, canComplete }: Awaited<ReturnType<typeof readProgress>>,
  { email: caller }: Pick<Approver, 'email'>,
): TaskApproval => {
  const personOf = (email: string) => ({
    email,
    name: approvers.find((approver) => approver.email === email)?.name || email,
  })
  const actorOf = ({ email, onBehalfOf }: Candidate) => ({
    ...personOf(email),
    for: onBehalfOf && personOf(onBehalfOf).name,
  })
  const givenBy = ({ at, ...by }: (typeof approvals)[number]) => ({ ...actorOf(by), at })
  if (isAccepted(status))
    return {
      given: approvals.map(givenBy),
      needed: approvals.length,
      waiting: [],
      isLast: true,
    }
  const refusal = refusalOf(caller)
  const { needed } = counts
  const isOpenToAll = !progress.rule && progress.given.length === 0 && !refusal
  return {
    rule: progress.rule?.name,
    given: progress.given.map(givenBy),
    needed,
    waiting: isOpenToAll
      ? []
      : progress.waiting.map((stage) => ({
          ...stage,
          people: presentPeople(stage, approvers).map(actorOf),
          unavailable: stage.unavailable.map((email) => personOf(email).name),
        })),
    refusal: refusal && refusalText(refusal),
    isLast: canComplete(caller),
  }
}
