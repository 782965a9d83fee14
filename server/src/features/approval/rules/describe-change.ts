// Describes a change of the approval rules for the audit log.
import { isDeepStrictEqual } from 'node:util'
import { conditionsText, stepsText } from '@invoice-desk/contract/approval/rule-text'
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import type { StoredPolicy } from './queries.ts'

type Policy = Omit<StoredPolicy, 'version'>

export const describeChange = (before: Policy, after: Policy): string => {
  const old = new Map(before.rules.map((rule) => [rule.id, rule]))
  const kept = new Set(after.rules.map(({ id }) => id))
  const changes = after.rules.flatMap((rule) => {
    const former = old.get(rule.id)
    if (!former) return `added ${inWords(rule)}`
    return isDeepStrictEqual(former, rule) ? [] : `changed ${inWords(former)} to ${inWords(rule)}`
  })
  const deleted = before.rules.filter(({ id }) => !kept.has(id))
  changes.push(...deleted.map((rule) => `deleted ${inWords(rule)}`))
  const orderOf = ({ rules }: Policy) =>
    rules.flatMap(({ id }) => (old.has(id) && kept.has(id) ? id : [])).join()
  if (orderOf(before) !== orderOf(after)) changes.push('changed the order')
  if (before.separatesDuties !== after.separatesDuties)
    changes.push(`turned separation of duties ${after.separatesDuties ? 'on' : 'off'}`)
  if (before.escalateAfterDays !== after.escalateAfterDays)
    changes.push(escalationText(after.escalateAfterDays))
  return changes.join('; ') || 'changed nothing'
}

const escalationText = (days: number | null): string =>
  days === null
    ? 'turned escalation off'
    : `set escalation to ${days} business ${days === 1 ? 'day' : 'days'}`

/** With everything, because the log must show what a rule was before. */
const inWords = ({ name, conditions, steps }: ApprovalRule): string =>
  `"${name}" (${conditionsText(conditions)}; approved by ${stepsText(steps, [])})`
