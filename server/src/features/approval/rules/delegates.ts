// Follows the delegates of people who are away. Pure rules, no I/O.
import type { Absence } from '@invoice-desk/contract/approval/preferences'
import { addDays } from '@invoice-desk/contract/values/business-day'

export type Absences = ReadonlyMap<string, Absence>

const isAway = (absence: Absence | undefined, day: string): absence is Absence =>
  absence !== undefined && absence.firstDay <= day && day <= absence.lastDay

/** The person, their delegate, the delegate's delegate and so on, as far as they're away on that day. */
const chainOn = (absences: Absences, email: string, day: string): readonly string[] => {
  const chain = [email]
  for (;;) {
    const absence = absences.get(chain.at(-1) ?? '')
    if (!isAway(absence, day)) return chain
    const isCircle = chain.includes(absence.delegate)
    chain.push(absence.delegate)
    if (isCircle) return chain
  }
}

/** Who acts for this person on that day; undefined if they aren't away. */
export const delegateOn = (absences: Absences, email: string, day: string): string | undefined => {
  const chain = chainOn(absences, email, day)
  return chain.length > 1 ? chain.at(-1) : undefined
}

/** The delegates that lead back to this person on some day of their absence. */
export const findCircle = (absences: Absences, email: string): readonly string[] | undefined => {
  const absence = absences.get(email)
  if (!absence) return undefined
  for (let day = absence.firstDay; day <= absence.lastDay; day = addDays(day, 1)) {
    const chain = chainOn(absences, email, day)
    if (chain.length > 1 && chain.at(-1) === email) return chain
  }
  return undefined
}
