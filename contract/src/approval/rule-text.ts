// An approval rule in words.
import { peopleText } from '../values/people-text.ts'
import {
  type ApprovalPolicy,
  CONDITION_TEXTS,
  type RuleConditions,
  type RuleStep,
} from './rules.ts'

export const conditionsText = (conditions: RuleConditions): string => {
  const parts = Object.values(CONDITION_TEXTS).flatMap((textOf) => textOf(conditions) || [])
  return parts.length === 0 ? 'All invoices' : `Invoices ${parts.join(', ')}`
}

type Approvers = ApprovalPolicy['approvers']

const nameOf = (approvers: Approvers, email: string): string =>
  approvers.find((approver) => approver.email === email)?.name || email

/** `Ada or Bo, then Cy`. */
export const stepsText = (steps: readonly RuleStep[], approvers: Approvers): string =>
  steps
    .map(({ people, needed }) =>
      peopleText(
        people.map((email) => nameOf(approvers, email)),
        needed,
      ),
    )
    .join(', then ')

/** People of the rule who can't approve invoices anymore. */
export const missingPeople = (steps: readonly RuleStep[], approvers: Approvers): string[] =>
  steps
    .flatMap(({ people }) => people)
    .filter((email) => !approvers.some((approver) => approver.email === email))
