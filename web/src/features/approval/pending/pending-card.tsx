// The other pending invoices, with search, filter and sorting.

import { approvalsText, type PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndless } from '../../../shared/lists/use-infinite-list.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { today } from '../../../shared/text/today.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { EmptyState } from '../../../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../../../shared/ui/feedback/loaded.tsx'
import { SearchInput } from '../../../shared/ui/form/search-input.tsx'
import { lazyPart } from '../../../shared/ui/lazy-part.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { EndlessList } from '../../../shared/ui/table/endless-list.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { OLDEST_FIRST, type PendingView, pendingQuery } from '../api.ts'
import { SELECT_COLUMN, SelectAll, SelectionContext, useSelection } from '../bulk/selection.tsx'
import { ageOf } from './due.ts'
import { DueDate } from './due-date.tsx'
import classes from './pending-card.module.css'
import { orderFrom, type SortOrder, sortOf } from './sorting.ts'

// Only phones need it.
const PendingSort = lazyPart(() => import('./pending-sort.tsx'), 'PendingSort')

const BulkBar = lazyPart(() => import('../bulk/bulk-bar.tsx'), 'BulkBar')

const NONE: readonly PendingInvoice[] = []

const CARD_ID = 'pending-invoices'

export const focusPendingSearch = () =>
  document.querySelector<HTMLElement>(`#${CARD_ID} input[type="search"]`)?.focus()

export const PendingCard = ({ openTaskId }: { openTaskId: string | undefined }) => {
  const [params] = useSearchParams()
  // Emails about several invoices lead to the person's own.
  const [view, setView] = useState({ ...OLDEST_FIRST, isYours: params.get('waitingFor') === 'me' })
  const list = useOthers(view, openTaskId)
  const change = (part: Partial<PendingView>) => setView({ ...view, ...part })
  const isFiltered = view.search !== '' || view.dueSoon || view.isYours
  // Next to an open invoice, the buttons are about that one.
  const isSelectable = openTaskId === undefined
  const { selection, selected } = useSelection(list.data?.rows ?? NONE)
  return (
    <SelectionContext value={selection}>
      <div id={CARD_ID} className={classes.card}>
        <Card title="Other Pending Invoices">
          <Loaded query={list} waiting={<TableSkeleton />}>
            {({ rows, total }) =>
              total === 0 && !isFiltered ? (
                <EmptyState title="No other pending invoices found.">
                  <p>All invoices have been processed or are currently being reviewed.</p>
                </EmptyState>
              ) : (
                <>
                  <Group component="search" gap="xs" mb="sm">
                    <SearchInput
                      placeholder="Invoice number, vendor or email"
                      isLabelHidden
                      search={view.search}
                      onSearch={(search) => change({ search })}
                    />
                    <PendingSort view={view} onView={change} />
                    <Button
                      variant={view.dueSoon ? 'light' : 'default'}
                      aria-pressed={view.dueSoon}
                      onClick={() => change({ dueSoon: !view.dueSoon })}
                    >
                      Due soon or overdue
                    </Button>
                    {view.isYours || rows.some(({ approval }) => approval?.isYours === false) ? (
                      <Button
                        variant={view.isYours ? 'light' : 'default'}
                        aria-pressed={view.isYours}
                        onClick={() => change({ isYours: !view.isYours })}
                      >
                        Waiting for me
                      </Button>
                    ) : null}
                  </Group>
                  <EndlessList
                    list={list}
                    unit={['pending invoice', 'pending invoices']}
                    note={isSelectable && rows.length > 0 ? <SelectAll /> : null}
                  >
                    {rows.length === 0 ? (
                      <EmptyState title="No pending invoices match." />
                    ) : (
                      <DataTable
                        caption="Pending invoices"
                        columns={isSelectable ? [SELECT_COLUMN, ...COLUMNS] : COLUMNS}
                        rows={rows}
                        rowKey={({ id }) => id}
                        sort={sortOf(view)}
                        onSort={(sort) => change(orderFrom(sort))}
                      />
                    )}
                  </EndlessList>
                </>
              )
            }
          </Loaded>
          {isSelectable && selection.ids.size > 0 ? (
            <BulkBar selected={selected} onClear={() => selection.onSelect(new Set())} />
          ) : null}
        </Card>
      </div>
    </SelectionContext>
  )
}

/** Leaves out the open invoice here instead of on the server, so the queue and this list load only once. */
const useOthers = (view: PendingView, openTaskId: string | undefined) => {
  const list = useEndless(pendingQuery(view))
  const { data, more } = list
  if (!data?.rows.some(({ id }) => id === openTaskId)) return list
  const rows = data.rows.filter(({ id }) => id !== openTaskId)
  const total = data.total - 1
  return { ...list, data: { ...data, rows, total }, more: { ...more, shown: rows.length, total } }
}

const Review = ({ id, invoiceNumber }: PendingInvoice) => (
  <AppLink to={paths.approveInvoice(id)} aria-label={`Review ${invoiceNumber}`}>
    Review
  </AppLink>
)

const Vendor = ({ vendor, approval }: PendingInvoice) =>
  approval ? (
    <>
      {vendor}
      <Text c="dimmed" fz="sm">
        {approvalsText(approval)}
        {approval.isYours ? '' : ', waiting for others'}
      </Text>
    </>
  ) : (
    vendor
  )

const Submitted = ({ dateCreated }: PendingInvoice) => (
  <Group component="span" display="inline-flex" gap="0.25rem 0.5rem">
    <span style={{ whiteSpace: 'nowrap' }}>{formatDay(dateCreated)}</span>
    <Text span c="dimmed" fz="sm">
      {ageOf(dateCreated, today())}
    </Text>
  </Group>
)

const COLUMNS: readonly Column<PendingInvoice, SortOrder>[] = [
  {
    header: 'Invoice #',
    heading: true,
    width: '6.5rem',
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  { header: 'Vendor', phoneLabel: '', by: 'vendor', cell: Vendor },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    by: 'amount',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    header: 'Due Date',
    phoneLabel: 'Due',
    by: 'due',
    cell: ({ dueDate }) => <DueDate day={dueDate} />,
  },
  { header: 'Submitted', phone: 'hidden', by: 'submitted', cell: Submitted },
  { header: 'Actions', align: 'end', phone: 'action', cell: Review },
]
