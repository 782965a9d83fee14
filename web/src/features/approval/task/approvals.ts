// Who has approved an invoice and who is still needed, in words.
import {
  approvalsText,
  type Task,
  type TaskApproval,
} from '@invoice-desk/contract/approval/approval'
import {
  billStatusFrom,
  isAccepted,
  PENDING_STATUSES,
} from '@invoice-desk/contract/bills/bill-status'
import { peopleText } from '@invoice-desk/contract/values/people-text'

export const isPartlyApproved = ({ status, approval }: Task): boolean =>
  isPending(status) && approval.given.length > 0

/** After an approval that wasn't the last one. */
export const recordedText = ({ approval: { given, needed } }: Task): string =>
  `Your approval was recorded: ${approvalsText({ given: given.length, needed })}`

const isPending = ({ name }: Task['status']): boolean =>
  PENDING_STATUSES.includes(billStatusFrom(name))

type Stage = TaskApproval['waiting'][number]

/** `Ada (for Bo)`. */
const actorText = ({ name, for: person }: Stage['people'][number]): string =>
  person === undefined ? name : `${name} (for ${person})`

/** Who can approve now or, for a later step, then. */
export const waitingText = ({ people, needed, because }: Stage, index: number): string => {
  if (people.length === 0) return 'No one can approve this step'
  const lead = index === 0 ? 'Waiting for' : 'Then'
  const names = peopleText(people.map(actorText), needed)
  return because === 'mapping'
    ? `${lead} someone who didn't change who is paid: ${names}`
    : `${lead} ${names}`
}

/** Why others than the rule's people can approve, or no one can. */
export const unavailableText = (stage: Stage): string | undefined => {
  const { people, needed, unavailable, openToAdmins } = stage
  if (people.length === 0 && unavailable.length === 0)
    return 'No one else can approve invoices. An administrator can add an account or turn off separation of duties in Approval rules.'
  if (openToAdmins === 'escalated')
    return 'It has waited too long, so administrators can approve it too.'
  if (unavailable.length === 0) return undefined
  const names = peopleText(unavailable, unavailable.length)
  const verb = unavailable.length === 1 ? "isn't" : "aren't"
  if (openToAdmins) return `${names} ${verb} available, so an administrator can approve it instead.`
  return people.length < needed
    ? `${names} ${verb} available. An administrator has to change the rule or the accounts.`
    : `${names} ${unavailable.length === 1 ? 'is' : 'are'} away, but can still approve.`
}

/** What the person who looks at it should know. */
export const noteFor = ({ status, approval }: Task): string | undefined => {
  if (isAccepted(billStatusFrom(status.name))) return undefined
  if (approval.refusal) return approval.refusal
  if (approval.given.length >= approval.needed)
    return 'It has all the approvals it needs. Approve it to finish.'
  if (approval.isLast) return undefined
  return approval.rule === undefined && approval.given.length === 0
    ? 'You changed who is paid, so someone else has to approve this invoice too. Its bill is added with the last approval.'
    : 'Others have to approve after you. The bill is added with the last approval.'
}

/** False if one approval is all it needs or needed. */
export const hasApprovals = (task: Task): boolean => {
  const { rule, given, waiting } = task.approval
  const isRuled = rule !== undefined || given.length > 0
  const isNotable = given.length > 1 || given.some((approval) => approval.for !== undefined)
  return (isPending(task.status) && isRuled) || isNotable || waiting.length > 0
}
