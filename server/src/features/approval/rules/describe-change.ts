// Describes a change of the approval rules for the audit log.
import { isDeepStrictEqual } from 'node:util'
import type { Policy } from './progress.ts'

export const describeChange = (before: Policy, after: Policy): string => {
  const old = new Map(before.rules.map((rule) => [rule.id, rule]))
  const kept = new Set(after.rules.map(({ id }) => id))
  const changes = after.rules.flatMap((rule) => {
    const former = old.get(rule.id)
    if (!former) return `added "${rule.name}"`
    return isDeepStrictEqual(former, rule) ? [] : `changed "${rule.name}"`
  })
  const deleted = before.rules.filter(({ id }) => !kept.has(id))
  changes.push(...deleted.map(({ name }) => `deleted "${name}"`))
  const orderOf = ({ rules }: Policy) =>
    rules.flatMap(({ id }) => (old.has(id) && kept.has(id) ? id : [])).join()
  if (orderOf(before) !== orderOf(after)) changes.push('changed the order')
  if (before.separatesDuties !== after.separatesDuties)
    changes.push(`turned separation of duties ${after.separatesDuties ? 'on' : 'off'}`)
  return changes.join(', ') || 'changed nothing'
}
