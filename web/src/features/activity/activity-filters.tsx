// Filters the activity by person, subject and time.
import {
  actorName,
  SUBJECT_LABELS,
  SYSTEM_ACTOR,
} from '@invoice-desk/contract/activity/audit-actions'
import { useQuery } from '@tanstack/react-query'
import type { PresetName } from '../../shared/lists/filter-range.ts'
import { FilterBar } from '../../shared/ui/list/filter-bar.tsx'
import { daysFilter } from '../../shared/ui/list/filters.tsx'
import { optionFilter } from '../../shared/ui/list/option-filter.tsx'
import { type ActivityView, EVERYTHING } from './activity-view.ts'
import { peopleQuery } from './api.ts'

const SUBJECTS = Object.entries(SUBJECT_LABELS).map(([value, label]) => ({ value, label }))

const PRESETS: readonly PresetName[] = [
  'today',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
]

type FiltersProps = {
  readonly view: ActivityView
  readonly onView: (part: Partial<ActivityView>) => void
}

export const ActivityFilters = ({ view, onView }: FiltersProps) => (
  <FilterBar
    unit="activity"
    filters={[
      optionFilter({
        label: 'Person',
        options: usePeople(view.actor),
        value: view.actor,
        onValue: (actor) => onView({ actor }),
      }),
      optionFilter({
        label: 'About',
        options: SUBJECTS,
        value: view.subject,
        onValue: (subject) =>
          onView({ subject: subject as ActivityView['subject'], subjectId: '' }),
      }),
      daysFilter({
        label: 'Time',
        presets: PRESETS,
        days: view.time,
        onDays: (time) => onView({ time }),
      }),
    ]}
    onClearAll={() => onView(EVERYTHING)}
  />
)

/** Everyone with an account, and the person in the URL, who may be a contractor or a customer. */
const usePeople = (actor: string) => {
  const { data: emails = [] } = useQuery(peopleQuery)
  const people = new Set([SYSTEM_ACTOR, ...(actor ? [actor] : []), ...emails])
  return [...people].map((value) => ({ value, label: actorName(value) }))
}
