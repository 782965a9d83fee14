// The activity list's filters, kept in the URL.
import { SUBJECT_KINDS, type SubjectKind } from '@invoice-desk/contract/audit-actions'
import { addDays } from '@invoice-desk/contract/business-day'
import { isCalendarDate } from '@invoice-desk/contract/dates'
import { useAddressView } from '../../shared/use-address-view.ts'

/** How many days each preset goes back, including today. */
const PRESET_DAYS = { today: 1, week: 7, month: 30 } as const

export const TIME_LABELS = {
  any: 'Any time',
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  custom: 'Custom dates',
} as const
type Time = keyof typeof TIME_LABELS

export type ActivityView = {
  /** An email or `system`; empty for everyone. */
  readonly actor: string
  readonly subject: SubjectKind | ''
  /** Set by links to the history of one thing. */
  readonly subjectId: string
  readonly time: Time
  /** For custom dates; an empty day means no limit. */
  readonly from: string
  readonly to: string
}

const TEXT_MAX = 500

export const readView = (params: URLSearchParams): ActivityView => {
  const textOf = (name: string) => (params.get(name) ?? '').trim().slice(0, TEXT_MAX)
  const dayOf = (name: string) => (isCalendarDate(textOf(name)) ? textOf(name) : '')
  const subject = SUBJECT_KINDS.find((kind) => kind === params.get('subject')) ?? ''
  const times = Object.keys(TIME_LABELS) as Time[]
  return {
    actor: textOf('actor').toLowerCase(),
    subject,
    subjectId: subject && textOf('subjectId'),
    time: times.find((time) => time === params.get('time')) ?? 'any',
    from: dayOf('from'),
    to: dayOf('to'),
  }
}

export const useActivityView = () => useAddressView(readView)

export const isFiltered = ({ actor, subject, time }: ActivityView): boolean =>
  actor !== '' || subject !== '' || time !== 'any'

export const isReversed = ({ time, from, to }: ActivityView): boolean =>
  time === 'custom' && from !== '' && to !== '' && to < from

/** The server's query for a view. */
export const queryOf = (view: ActivityView, today: string): Record<string, string> => {
  const { actor, subject, subjectId } = view
  const given = { actor, subject, subjectId, ...daysOf(view, today) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

const daysOf = ({ time, from, to }: ActivityView, today: string) => {
  if (time === 'any') return {}
  return time === 'custom' ? { from, to } : { from: addDays(today, 1 - PRESET_DAYS[time]) }
}
