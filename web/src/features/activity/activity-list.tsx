// The audit log as an endless table, newest first.
import type { ActivityEvent } from '@invoice-desk/contract/activity/activity'
import {
  actorName,
  SUBJECT_LABELS,
  type SubjectKind,
  SYSTEM_ACTOR,
} from '@invoice-desk/contract/activity/audit-actions'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PresetName } from '../../shared/lists/filter-range.ts'
import { useEndless } from '../../shared/lists/use-infinite-list.ts'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { dateAndTime } from '../../shared/text/times.ts'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../shared/ui/feedback/loaded.tsx'
import { FilterBar } from '../../shared/ui/list/filter-bar.tsx'
import { daysFilter } from '../../shared/ui/list/filters.tsx'
import { optionFilter } from '../../shared/ui/list/option-filter.tsx'
import { type Column, DataTable } from '../../shared/ui/table/data-table.tsx'
import { EndlessList } from '../../shared/ui/table/endless-list.tsx'
import { TableSkeleton } from '../../shared/ui/table/table-skeleton.tsx'
import { type ActivityView, activityQuery, EVERYTHING, isFiltered, peopleQuery } from './api.ts'

type ActivityListProps = {
  readonly view: ActivityView
  readonly onView: (part: Partial<ActivityView>) => void
}

export const ActivityList = ({ view, onView }: ActivityListProps) => {
  const list = useEndless(activityQuery(view))
  return (
    <>
      <ActivityFilters view={view} onView={onView} />
      <Loaded query={list} waiting={<TableSkeleton label="Loading activity..." />}>
        {({ rows }) => (
          <EndlessList list={list} unit={['event', 'events']}>
            {rows.length === 0 ? (
              <Empty view={view} onView={onView} />
            ) : (
              <DataTable caption="Activity" columns={COLUMNS} rows={rows} rowKey={({ id }) => id} />
            )}
          </EndlessList>
        )}
      </Loaded>
    </>
  )
}

const Empty = ({ view, onView }: ActivityListProps) =>
  isFiltered(view) ? (
    <EmptyState title="Nothing matches these filters.">
      <Button variant="default" mt="sm" onClick={() => onView(EVERYTHING)}>
        Show all
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title="No activity yet.">
      <p>Everything that people and Invoice Desk do appears here.</p>
    </EmptyState>
  )

/** With non-breaking spaces, to stay on one line. */
const momentOf = (iso: string) => dateAndTime.format(new Date(iso)).replaceAll(' ', '\u00a0')

const COLUMNS: readonly Column<ActivityEvent>[] = [
  {
    header: 'What happened',
    heading: true,
    cell: ({ actor, text, detail, address }) => (
      <>
        <AppLink to={paths.activity(actor)}>{actorName(actor)}</AppLink>{' '}
        <Text span fw={400}>
          {text}
        </Text>
        <Text size="sm" fw={400} c="dimmed">
          {[detail, address && `from ${address}`].filter(Boolean).join(' · ')}
        </Text>
      </>
    ),
  },
  { header: 'About', phoneLabel: '', cell: ({ subject }) => <Subject subject={subject} /> },
  {
    header: 'Time',
    phoneLabel: '',
    cell: ({ at }) => <time dateTime={at}>{momentOf(at)}</time>,
  },
]

const Subject = ({ subject: { kind, label, link } }: Pick<ActivityEvent, 'subject'>) => (
  <div>
    {link ? <AppLink to={link}>{label}</AppLink> : label}
    <Text size="sm" c="dimmed">
      {SUBJECT_LABELS[kind as SubjectKind] ?? kind}
    </Text>
  </div>
)

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

/** Filters the activity by person, subject and time. */
const ActivityFilters = ({ view, onView }: FiltersProps) => (
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
