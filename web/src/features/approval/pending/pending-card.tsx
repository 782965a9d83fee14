// The other pending invoices, with search, filter and sorting.
import type { PendingInvoice } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { today } from '../../../shared/today.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { type Column, DataTable, type Sort } from '../../../shared/ui/data-table.tsx'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { useEndless } from '../../../shared/use-endless.ts'
import { type PendingView, pendingQuery } from '../api.ts'
import { ageOf, dueLabel } from './due.ts'

const FIRST_VIEW: PendingView = { search: '', sort: 'submitted', order: 'asc', dueSoon: false }

export const PendingCard = ({ openTaskId }: { openTaskId: string | undefined }) => {
  const [view, setView] = useState(FIRST_VIEW)
  const list = useEndless(pendingQuery(view, openTaskId))
  const change = (part: Partial<PendingView>) => setView({ ...view, ...part })
  const isFiltered = view.search !== '' || view.dueSoon
  return (
    <Card title="Other Pending Invoices">
      <Loaded query={list} waiting={<TableSkeleton />}>
        {({ rows, total }) =>
          total === 0 && !isFiltered ? (
            <EmptyState title="No other pending invoices found.">
              <p>All invoices have been processed or are currently being reviewed.</p>
            </EmptyState>
          ) : (
            <>
              <Group component="search" align="flex-end" mb="md">
                <SearchInput
                  placeholder="Invoice number, vendor or email"
                  search={view.search}
                  onSearch={(search) => change({ search })}
                />
                <Button
                  variant={view.dueSoon ? 'light' : 'default'}
                  aria-pressed={view.dueSoon}
                  onClick={() => change({ dueSoon: !view.dueSoon })}
                >
                  Due soon or overdue
                </Button>
              </Group>
              <EndlessList list={list} unit={['pending invoice', 'pending invoices']}>
                {rows.length === 0 ? (
                  <EmptyState title="No pending invoices match." />
                ) : (
                  <DataTable
                    caption="Pending invoices"
                    columns={columnsOf(view, change)}
                    rows={rows}
                    rowKey={({ id }) => id}
                  />
                )}
              </EndlessList>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

const columnsOf = (
  view: PendingView,
  onView: (part: Partial<PendingView>) => void,
): readonly Column<PendingInvoice>[] => {
  const sortBy = (sort: PendingView['sort']): Sort => ({
    direction: view.sort === sort ? (view.order === 'asc' ? 'ascending' : 'descending') : undefined,
    onToggle: () =>
      onView({ sort, order: view.sort === sort && view.order === 'asc' ? 'desc' : 'asc' }),
  })
  return COLUMNS.map(({ by, ...column }) => (by ? { ...column, sort: sortBy(by) } : column))
}

const Review = ({ id, invoiceNumber }: PendingInvoice) => (
  <AppLink to={paths.approveInvoice(id)} aria-label={`Review ${invoiceNumber}`}>
    Review
  </AppLink>
)

const Due = ({ dueDate }: PendingInvoice) => {
  const mark = dueLabel(dueDate, today())
  return (
    <Group gap="0.25rem 0.5rem">
      {formatDate(dueDate)}
      {mark ? <Pill tone={mark === 'Overdue' ? 'negative' : 'warning'}>{mark}</Pill> : null}
    </Group>
  )
}

const Submitted = ({ dateCreated }: PendingInvoice) => (
  <Group gap="0.25rem 0.5rem">
    {formatDate(dateCreated)}
    <Text span c="dimmed" fz="sm">
      {ageOf(dateCreated, Date.now())}
    </Text>
  </Group>
)

const COLUMNS: readonly (Column<PendingInvoice> & { by?: PendingView['sort'] })[] = [
  { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Vendor', phoneLabel: '', by: 'vendor', cell: ({ vendor }) => vendor },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    by: 'amount',
    cell: ({ amount }) => formatDollars(amount),
  },
  { header: 'Due Date', phoneLabel: 'Due', by: 'due', cell: Due },
  { header: 'Submitted', phone: 'hidden', by: 'submitted', cell: Submitted },
  { header: 'Actions', align: 'end', phone: 'action', cell: Review },
]
