// The values of the rule form and their validation.
import {
  type ApprovalRule,
  approvalRule,
  type Condition,
  type RuleConditions,
} from '@invoice-desk/contract/approval/rules'
import { centsToText, typedCents } from '@invoice-desk/contract/values/money'
import { problemsIn } from '../../../shared/ui/form/field-problems.ts'

/** `all` follows the number of people. */
export type StepFields = { key: string; people: string[]; needed: 'all' | string }

/** The conditions that are only on or off. */
type Flag = {
  [C in Condition]-?: NonNullable<RuleConditions[C]> extends boolean ? C : never
}[Condition]

type FlagText = { readonly label: string; readonly description: string }

export const FLAGS: Readonly<Record<Flag, FlagText>> = {
  isNewSubmitter: {
    label: 'From a new submitter',
    description: 'No invoice from their email has been approved yet.',
  },
  isDuplicate: {
    label: 'Flagged as a possible duplicate',
    description: 'An earlier invoice has the same number or file.',
  },
  differsFromDocument: {
    label: 'Amount not found in the document',
    description:
      "We found amounts in the PDF, but not the one that was submitted. Images can't be compared.",
  },
}
export const FLAG_NAMES = Object.keys(FLAGS) as readonly Flag[]

export type RuleFields = Record<Flag, boolean> & {
  name: string
  amountFrom: string
  vendors: string[]
  steps: StepFields[]
}

export const newStep = (): StepFields => ({ key: crypto.randomUUID(), people: [], needed: '1' })

const flagsFrom = (isOn: (flag: Flag) => boolean) =>
  Object.fromEntries(FLAG_NAMES.map((flag) => [flag, isOn(flag)])) as Record<Flag, boolean>

export const fieldsOf = (rule: ApprovalRule | undefined): RuleFields => {
  const { amountFromCents, vendors = [] } = rule?.conditions ?? {}
  return {
    name: rule?.name ?? '',
    amountFrom: amountFromCents === undefined ? '' : centsToText(amountFromCents),
    vendors: [...vendors],
    ...flagsFrom((flag) => rule?.conditions[flag] ?? false),
    steps: rule?.steps.map(({ people, needed }) => ({
      key: crypto.randomUUID(),
      people: [...people],
      needed: people.length > 1 && needed === people.length ? 'all' : String(needed),
    })) ?? [newStep()],
  }
}

const INVALID_AMOUNT = 'Enter an amount above 0, or leave this empty.'

/** All of them, so that none is forgotten. */
type AllConditions = { [C in Condition]-?: RuleConditions[C] | undefined } & RuleConditions

export const conditionsFrom = ({ amountFrom, vendors, ...fields }: RuleFields): AllConditions => ({
  amountFromCents: typedCents(amountFrom) || undefined,
  vendors,
  ...flagsFrom((flag) => fields[flag]),
  // Left out of rules without it, so that older ones don't seem changed.
  differsFromDocument: fields.differsFromDocument || undefined,
})

export const ruleFrom = (id: string, fields: RuleFields): ApprovalRule => ({
  id,
  name: fields.name.trim(),
  conditions: conditionsFrom(fields),
  steps: fields.steps.map(({ people, needed }) => ({
    people,
    needed: needed === 'all' ? people.length : Math.min(Number(needed), people.length),
  })),
})

/** The first error of each field, by the form's path. */
export const problemsOf = (fields: RuleFields): Record<string, string> => ({
  ...problemsIn(approvalRule.omit({ id: true }), ruleFrom('', fields), fieldAt),
  ...(fields.amountFrom.trim() !== '' &&
    !typedCents(fields.amountFrom) && { amountFrom: INVALID_AMOUNT }),
})

/** The form's field for a path in the rule: `conditions.vendors.0` is `vendors`. */
export const fieldAt = (path: string): string | undefined => {
  const step = /^steps\.(\d+)\.(people|needed)/.exec(path)
  // The number of approvals follows the people.
  if (step) return `steps.${step[1]}.people`
  if (path.startsWith('conditions.amountFromCents')) return 'amountFrom'
  if (path.startsWith('conditions.vendors')) return 'vendors'
  return path === 'name' ? path : undefined
}
