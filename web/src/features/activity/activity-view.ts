// The activity list's filters, kept in the URL.
import { SUBJECT_KINDS, type SubjectKind } from '@invoice-desk/contract/activity/audit-actions'
import { daysOf, readDaysOf } from '../../shared/lists/filter-range.ts'
import { givenIn } from '../../shared/lists/use-url-filters.ts'

export type ActivityView = {
  /** An email or `system`; empty for everyone. */
  readonly actor: string
  readonly subject: SubjectKind | ''
  /** Set by links to the history of one thing. */
  readonly subjectId: string
  /** A range of days (`filter-range.ts`). */
  readonly time: string
}

export const EVERYTHING: ActivityView = { actor: '', subject: '', subjectId: '', time: '' }

const TEXT_MAX = 500

export const readView = (params: URLSearchParams): ActivityView => {
  const textOf = (name: string) => (params.get(name) ?? '').trim().slice(0, TEXT_MAX)
  const subject = SUBJECT_KINDS.find((kind) => kind === params.get('subject')) ?? ''
  return {
    actor: textOf('actor').toLowerCase(),
    subject,
    subjectId: subject && textOf('subjectId'),
    time: readDaysOf(params, 'time'),
  }
}

export const isFiltered = ({ actor, subject, time }: ActivityView): boolean =>
  actor !== '' || subject !== '' || time !== ''

/** What the server is asked for. */
export const filterOf = ({ time, ...view }: ActivityView, today: string) =>
  givenIn({ ...view, ...daysOf(time, today) })
