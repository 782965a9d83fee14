// The audit log as an endless table, newest first.
import type { ActivityEvent } from '@invoice-desk/contract/activity/activity'
import {
  actorName,
  SUBJECT_LABELS,
  type SubjectKind,
} from '@invoice-desk/contract/activity/audit-actions'
import { Button, Text } from '@mantine/core'
import { useEndless } from '../../shared/lists/use-infinite-list.ts'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import { dateAndTime } from '../../shared/text/times.ts'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../shared/ui/feedback/loaded.tsx'
import { type Column, DataTable } from '../../shared/ui/table/data-table.tsx'
import { EndlessList } from '../../shared/ui/table/endless-list.tsx'
import { TableSkeleton } from '../../shared/ui/table/table-skeleton.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { type ActivityView, EVERYTHING, isFiltered } from './activity-view.ts'
import { activityQuery } from './api.ts'

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
