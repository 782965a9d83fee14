// An approval rule in words.
import type {
  ApprovalPolicy,
  RuleConditions,
  RuleStep,
} from '@invoice-desk/contract/approval/rules'
import { formatUsd } from '../values/money.ts'
import { peopleText } from '../values/people-text.ts'

export const conditionsText = (conditions: RuleConditions): string => {
  const { amountFromCents, vendors, isNewSubmitter, isDuplicate, differsFromDocument } = conditions
  const parts = [
    amountFromCents === undefined ? '' : `of ${formatUsd(amountFromCents)} or more`,
    vendors.length === 0 ? '' : `from ${peopleText(vendors, 1)}`,
    isNewSubmitter ? 'from a new submitter' : '',
    isDuplicate ? 'flagged as a possible duplicate' : '',
    differsFromDocument ? "with an amount that wasn't found in the document" : '',
  ].filter((part) => part !== '')
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
