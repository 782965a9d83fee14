// The list of payments with what it takes to find one.
import { Button } from '@mantine/core'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { useEndless } from '../../../shared/use-endless.ts'
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
  const list = useEndless(attemptsQuery(view))
  return (
    <section aria-label="Payments" className={classes.list}>
      <Loaded query={list} waiting={<TableSkeleton label="Loading payments..." />}>
        {({ rows, last }) => (
          <>
            <search className={classes.controls}>
              <ViewChoice view={view} counts={last.counts} />
              <SearchInput
                placeholder="Customer, e-mail, invoice or payment id"
                className={classes.search}
                search={view.search}
                onSearch={(search) => onView({ search })}
              />
            </search>
            <EndlessList list={list} unit={['payment', 'payments']}>
              {rows.length === 0 ? (
                <Nothing view={view} onView={onView} />
              ) : (
                <AttemptsTable attempts={rows} onOpen={onOpen} />
              )}
            </EndlessList>
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
