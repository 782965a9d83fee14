// The other invoices that wait, with what it takes to find one among many.
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Card } from '../../shared/ui/card.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Loaded } from '../../shared/ui/loaded.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { SearchInput } from '../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import { PENDING_PAGE_SIZE, type PendingView, pendingQuery } from './api.ts'
import classes from './pending-card.module.css'
import { PendingTable } from './pending-table.tsx'

const FIRST_VIEW: PendingView = {
  search: '',
  sort: 'submitted',
  order: 'asc',
  dueSoon: false,
  page: 1,
}

export const PendingCard = ({ openTaskId }: { openTaskId: string | undefined }) => {
  const [view, setView] = useState(FIRST_VIEW)
  const query = useQuery(pendingQuery(view, openTaskId))
  /** Another search or order begins at its first page. */
  const change = (part: Partial<PendingView>) => setView({ ...view, page: 1, ...part })
  const isFiltered = view.search !== '' || view.dueSoon
  return (
    <Card>
      <h2 className={classes.heading}>Other Pending Invoices</h2>
      <Loaded query={query} waiting={<TableSkeleton />}>
        {({ invoices, total }) =>
          total === 0 && !isFiltered ? (
            <EmptyState title="No other pending invoices found.">
              <p>All invoices have been processed or are currently being reviewed.</p>
            </EmptyState>
          ) : (
            <>
              <search className={classes.controls}>
                <SearchInput
                  placeholder="Invoice number, vendor or e-mail"
                  className={classes.search}
                  search={view.search}
                  onSearch={(search) => change({ search })}
                />
                <Checkbox
                  label="Due soon or overdue"
                  checked={view.dueSoon}
                  onChange={({ currentTarget }) => change({ dueSoon: currentTarget.checked })}
                />
              </search>
              <div aria-busy={query.isPlaceholderData} data-stale={query.isPlaceholderData}>
                {invoices.length === 0 ? (
                  <EmptyState title="No pending invoice matches." />
                ) : (
                  <PendingTable invoices={invoices} view={view} onView={change} />
                )}
              </div>
              <Pager
                page={view.page}
                pageSize={PENDING_PAGE_SIZE}
                total={total}
                unit={total === 1 ? 'pending invoice' : 'pending invoices'}
                onPage={(page) => change({ page })}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
