// The other invoices that wait, with what it takes to find one among many.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { useEndless } from '../../../shared/use-endless.ts'
import { type PendingView, pendingQuery } from '../api.ts'
import classes from './pending-card.module.css'
import { PendingTable } from './pending-table.tsx'

const FIRST_VIEW: PendingView = {
  search: '',
  sort: 'submitted',
  order: 'asc',
  dueSoon: false,
}

export const PendingCard = ({ openTaskId }: { openTaskId: string | undefined }) => {
  const [view, setView] = useState(FIRST_VIEW)
  const list = useEndless(pendingQuery(view, openTaskId))
  const change = (part: Partial<PendingView>) => setView({ ...view, ...part })
  const isFiltered = view.search !== '' || view.dueSoon
  return (
    <Card>
      <h2 className={classes.heading}>Other Pending Invoices</h2>
      <Loaded query={list} waiting={<TableSkeleton />}>
        {({ rows, total }) =>
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
              <EndlessList list={list} unit={['pending invoice', 'pending invoices']}>
                {rows.length === 0 ? (
                  <EmptyState title="No pending invoice matches." />
                ) : (
                  <PendingTable invoices={rows} view={view} onView={change} />
                )}
              </EndlessList>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
