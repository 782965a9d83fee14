// The list of payments with what it takes to find one.
import { ATTEMPTS_PAGE_SIZE } from '@invoice-desk/contract/payment-desk'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loaded } from '../../shared/ui/loaded.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import { type AttemptsView, attemptsQuery } from './api.ts'
import classes from './attempts-list.module.css'
import { AttemptsTable } from './attempts-table.tsx'
import { ViewChoice } from './view-choice.tsx'

type AttemptsListProps = {
  readonly view: AttemptsView
  readonly onView: (part: Partial<AttemptsView>) => void
  readonly onOpen: (id: string) => void
}

export const AttemptsList = ({ view, onView, onOpen }: AttemptsListProps) => {
  const query = useQuery(attemptsQuery(view))
  return (
    <section aria-label="Payments" className={classes.list}>
      <Loaded query={query} waiting={<TableSkeleton label="Loading payments..." />}>
        {({ attempts, total, counts }) => (
          <>
            <search className={classes.controls}>
              <ViewChoice view={view} counts={counts} />
              <SearchInput
                placeholder="Customer, e-mail, invoice or payment id"
                className={classes.search}
                search={view.search}
                onSearch={(search) => onView({ search })}
              />
            </search>
            <div
              className={classes.rows}
              aria-busy={query.isPlaceholderData}
              data-stale={query.isPlaceholderData}
            >
              {attempts.length === 0 ? (
                <Nothing view={view} onView={onView} />
              ) : (
                <AttemptsTable attempts={attempts} onOpen={onOpen} />
              )}
            </div>
            {total === 0 ? null : (
              <Pager
                page={view.page}
                pageSize={ATTEMPTS_PAGE_SIZE}
                total={total}
                unit={total === 1 ? 'payment' : 'payments'}
                onPage={(page) => onView({ page })}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

const EMPTY = {
  all: ['No payments yet.', 'Whatever customers pay on the payment page appears here.'],
  open: ['Nothing is under way.', 'Every payment that was begun has come to an end.'],
  review: ['Nothing needs a look.', 'The desk has settled every payment by itself.'],
} as const

const Nothing = ({ view, onView }: Pick<AttemptsListProps, 'view' | 'onView'>) => {
  if (view.search !== '' || view.page > 1) {
    const title =
      view.search === '' ? 'There is nothing on this page.' : `Nothing matches “${view.search}”.`
    return (
      <EmptyState title={title}>
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
