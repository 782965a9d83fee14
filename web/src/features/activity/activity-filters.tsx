// Filters the activity by person, subject and time.
import { actorName, SUBJECT_LABELS, SYSTEM_ACTOR } from '@invoice-desk/contract/audit-actions'
import { RANGE_REVERSED } from '@invoice-desk/contract/list-query'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ActivityView, isReversed, TIME_LABELS } from './activity-view.ts'
import { peopleQuery } from './api.ts'

const FLEX = { base: '1 1 100%', sm: '0 1 14rem' }
const DAY_FLEX = { base: '1 1 8rem', sm: '0 1 11rem' }

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const SUBJECTS = [{ value: '', label: 'Everything' }, ...optionsOf(SUBJECT_LABELS)]
const TIMES = optionsOf(TIME_LABELS)

type FiltersProps = {
  readonly view: ActivityView
  readonly onView: (part: Partial<ActivityView>) => void
}

export const ActivityFilters = ({ view, onView }: FiltersProps) => (
  <Group component="search" align="flex-start" gap="sm" mb="md">
    <NativeSelect
      label="Person"
      flex={FLEX}
      data={usePeople(view.actor)}
      value={view.actor}
      onChange={({ currentTarget }) => onView({ actor: currentTarget.value })}
    />
    <NativeSelect
      label="About"
      flex={FLEX}
      data={SUBJECTS}
      value={view.subject}
      onChange={({ currentTarget }) =>
        onView({ subject: currentTarget.value as ActivityView['subject'], subjectId: '' })
      }
    />
    <NativeSelect
      label="Time"
      flex={FLEX}
      data={TIMES}
      value={view.time}
      onChange={({ currentTarget }) =>
        onView({ time: currentTarget.value as ActivityView['time'], from: '', to: '' })
      }
    />
    {view.time === 'custom' ? <CustomDays view={view} onView={onView} /> : null}
  </Group>
)

const CustomDays = ({ view, onView }: FiltersProps) => (
  <>
    <TextInput
      type="date"
      label="From"
      flex={DAY_FLEX}
      value={view.from}
      onChange={({ currentTarget }) => onView({ from: currentTarget.value })}
    />
    <TextInput
      type="date"
      label="To"
      flex={DAY_FLEX}
      value={view.to}
      error={isReversed(view) ? RANGE_REVERSED : null}
      onChange={({ currentTarget }) => onView({ to: currentTarget.value })}
    />
  </>
)

/** Everyone with an account, and the person in the URL, who may be a contractor or a customer. */
const usePeople = (actor: string) => {
  const { data: emails = [] } = useQuery(peopleQuery)
  const people = new Set([SYSTEM_ACTOR, ...(actor ? [actor] : []), ...emails])
  return [
    { value: '', label: 'Everyone' },
    ...[...people].map((value) => ({ value, label: actorName(value) })),
  ]
}
