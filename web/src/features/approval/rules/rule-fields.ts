// The values of the rule form and their validation.
import {
  type ApprovalRule,
  approvalRule,
  type RuleConditions,
} from '@invoice-desk/contract/approval/rules'
import { centsToText, typedCents } from '@invoice-desk/contract/values/money'
import { problemsIn } from '../../../shared/ui/form/field-problems.ts'

/** `all` follows the number of people. */
export type StepFields = { key: string; people: string[]; needed: 'all' | string }

export type RuleFields = {
  name: string
  amountFrom: string
  vendors: string[]
  isNewSubmitter: boolean
  isDuplicate: boolean
  differsFromDocument: boolean
  steps: StepFields[]
}

export const newStep = (): StepFields => ({ key: crypto.randomUUID(), people: [], needed: '1' })

export const fieldsOf = (rule: ApprovalRule | undefined): RuleFields => {
  if (!rule) return { ...NOTHING, steps: [newStep()] }
  const { name, conditions, steps } = rule
  const { amountFromCents, vendors, isNewSubmitter, isDuplicate } = conditions
  const { differsFromDocument = false } = conditions
  return {
    name,
    amountFrom: amountFromCents === undefined ? '' : centsToText(amountFromCents),
    vendors: [...vendors],
    isNewSubmitter,
    isDuplicate,
    differsFromDocument,
    steps: steps.map(({ people, needed }) => ({
      key: crypto.randomUUID(),
      people: [...people],
      needed: people.length > 1 && needed === people.length ? 'all' : String(needed),
    })),
  }
}

const NOTHING = {
  name: '',
  amountFrom: '',
  vendors: [],
  isNewSubmitter: false,
  isDuplicate: false,
  differsFromDocument: false,
}

const INVALID_AMOUNT = 'Enter an amount above 0, or leave this empty.'

export const conditionsFrom = (fields: RuleFields): RuleConditions => {
  const { amountFrom, vendors, isNewSubmitter, isDuplicate, differsFromDocument } = fields
  const cents = typedCents(amountFrom)
  return {
    ...(cents && { amountFromCents: cents }),
    ...{ vendors, isNewSubmitter, isDuplicate },
    // Left out of rules without it, so that older ones don't seem changed.
    ...(differsFromDocument && { differsFromDocument }),
  }
}

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
