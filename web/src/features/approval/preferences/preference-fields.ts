// The values of the preferences form and their validation.
import {
  type Absence,
  absenceProblem,
  type Notices,
  type Preferences,
} from '@invoice-desk/contract/approval/preferences'
import { dateProblem, isCalendarDate } from '@invoice-desk/contract/values/dates'

export type PreferenceFields = {
  notices: Notices
  isAway: boolean
  firstDay: string
  lastDay: string
  /** Empty for none. */
  delegate: string
}

export const fieldsOf = (
  { notices, absence }: Pick<Preferences, 'notices' | 'absence'>,
  today: string,
): PreferenceFields => ({
  notices,
  isAway: absence !== null,
  firstDay: absence?.firstDay ?? today,
  lastDay: absence?.lastDay ?? '',
  delegate: absence?.delegate ?? '',
})

export const absenceFrom = (fields: PreferenceFields): Absence | null => {
  const { isAway, firstDay, lastDay, delegate } = fields
  return isAway ? { firstDay, lastDay, delegate } : null
}

/** The first error of each field. */
export const problemsOf = (fields: PreferenceFields, today: string): Record<string, string> => {
  if (!fields.isAway) return {}
  const problems: Record<string, string> = {}
  for (const name of ['firstDay', 'lastDay'] as const)
    if (!isCalendarDate(fields[name])) problems[name] = dateProblem(fields[name])
  const problem = absenceProblem(fields, today)
  if (problem) problems[problem.field] ??= problem.text
  if (!fields.delegate) problems.delegate = 'Choose a delegate.'
  return problems
}

/** The form's field for the one that the server refused: `absence.delegate` is `delegate`. */
export const fieldAt = (path: string): string | undefined =>
  /^absence\.(firstDay|lastDay|delegate)$/.exec(path)?.[1]
