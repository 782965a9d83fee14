// The list of payments with its filters and search.
import { ATTEMPT_VIEWS } from '@invoice-desk/contract/payments-admin'
import { Box, Button, Group } from '@mantine/core'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { useEndless } from '../../../shared/use-endless.ts'
import { type AttemptsView, attemptsQuery } from './api.ts'
import { AttemptsTable } from './attempts-table.tsx'
import { writeView } from './use-attempts-view.ts'

type AttemptsListProps = {
  readonly view: AttemptsView
  readonly onView: (part: Partial<AttemptsView>) => void
  readonly onOpen: (id: string) => void
}

export const AttemptsList = ({ view, onView, onOpen }: AttemptsListProps) => {
  const list = useEndless(attemptsQuery(view))
  return (
    <Box component="section" aria-label="Payments" mt="lg">
      <Loaded query={list} waiting={<TableSkeleton label="Loading payments..." />}>
        {({ rows, last }) => (
          <>
            <search>
              <Group justify="space-between" align="flex-end" mb="md">
                <Filters view={view} counts={last.counts} />
                <Box flex="1 1 16rem" maw="24rem">
                  <SearchInput
                    placeholder="Customer, email, invoice or payment ID"
                    search={view.search}
                    onSearch={(search) => onView({ search })}
                  />
                </Box>
              </Group>
            </search>
            <EndlessList list={list} unit={['payment', 'payments']}>
              {rows.length === 0 ? (
                <Empty view={view} onView={onView} />
              ) : (
                <AttemptsTable attempts={rows} onOpen={onOpen} />
              )}
            </EndlessList>
          </>
        )}
      </Loaded>
    </Box>
  )
}

const FILTER_LABELS = { all: 'All', open: 'In progress', review: 'Needs review' } as const

type FiltersProps = {
  readonly view: AttemptsView
  readonly counts: { readonly open: number; readonly review: number }
}

/** Links, so each filter can open in a new tab. */
const Filters = ({ view, counts }: FiltersProps) => (
  <nav aria-label="Filter payments">
    <Group gap="xs">
      {ATTEMPT_VIEWS.map((each) => (
        <Button
          key={each}
          component={AppLink}
          variant={view.view === each ? 'light' : 'default'}
          px="sm"
          to={`${paths.paymentsAdmin()}?${new URLSearchParams(writeView({ ...view, view: each }))}`}
          aria-current={view.view === each ? 'page' : undefined}
          replace
          preventScrollReset
          rightSection={
            each === 'all' ? null : (
              <Pill tone={each === 'review' && counts.review > 0 ? 'negative' : 'neutral'}>
                {counts[each]}
              </Pill>
            )
          }
        >
          {FILTER_LABELS[each]}
        </Button>
      ))}
    </Group>
  </nav>
)

const EMPTY = {
  all: ['No payments yet.', 'Payments that customers make on the payment page appear here.'],
  open: ['No payments in progress.', 'Every payment has finished.'],
  review: ['Nothing needs review.', 'Payments that need your attention appear here.'],
} as const

const Empty = ({ view, onView }: Pick<AttemptsListProps, 'view' | 'onView'>) => {
  if (view.search !== '') {
    return (
      <EmptyState title={`Nothing matches “${view.search}”.`}>
        <Button variant="default" mt="sm" onClick={() => onView({ view: 'all', search: '' })}>
          Show all
        </Button>
      </EmptyState>
    )
  }
  const [title, text] = EMPTY[view.view]
  return (
    <EmptyState title={title}>
      <p>{text}</p>
    </EmptyState>
  )
}
