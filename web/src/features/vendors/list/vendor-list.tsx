// The vendor list with its filters and empty states.
import type { VendorMapping, VendorSort } from '@invoice-desk/contract/vendors'
import { Button, Text } from '@mantine/core'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { FilterBar } from '../../../shared/ui/list/filter-bar.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { SortSelect } from '../../../shared/ui/sort-select.tsx'
import type { Endless } from '../../../shared/use-endless.ts'
import type { VendorPart } from '../api.ts'
import { filtersOf } from './vendor-filters.tsx'
import { queryOf, readView, type VendorView } from './vendor-view.ts'
import { VendorsTable } from './vendors-table.tsx'

type VendorListProps = {
  readonly list: Endless<VendorPart>
  readonly data: NonNullable<Endless<VendorPart>['data']>
  /** The names of the bill accounts in QuickBooks. */
  readonly accounts: readonly string[]
  readonly view: VendorView
  readonly onView: (part: Partial<VendorView>) => void
  readonly onEdit: (mapping: VendorMapping) => void
  readonly onDelete: (mapping: VendorMapping) => void
}

export const VendorList = (props: VendorListProps) => {
  const { list, data, accounts, view, onView, onEdit, onDelete } = props
  const { rows, total, last } = data
  const clearAll = () => onView({ ...readView(new URLSearchParams()), sort: view.sort })
  if (total === 0 && queryOf({ ...view, sort: 'vendor' }) === '' && !list.isStale)
    return (
      <EmptyState title="No vendor mappings yet.">
        <p>Add a vendor so that we can record its invoices in QuickBooks.</p>
      </EmptyState>
    )
  return (
    <>
      <FilterBar
        unit="vendors"
        filters={filtersOf(view, onView, namesOf(accounts, rows, view.account))}
        onClearAll={clearAll}
      >
        <SearchInput
          placeholder="Email, vendor or account"
          isLabelHidden
          search={view.search}
          onSearch={(search) => onView({ search })}
        />
        <SortSelect
          labels={SORT_LABELS}
          isLabelHidden
          sort={view.sort}
          onSort={(sort) => onView({ sort })}
        />
      </FilterBar>
      <EndlessList list={list} unit={['vendor', 'vendors']}>
        {rows.length === 0 ? (
          <EmptyState title="No vendors match these filters.">
            <Button variant="default" mt="sm" onClick={clearAll}>
              Clear filters
            </Button>
          </EmptyState>
        ) : (
          <VendorsTable
            mappings={rows}
            sort={view.sort}
            onSort={(sort) => onView({ sort })}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
      </EndlessList>
      {last.marks === 'unavailable' ? (
        <Text mt="sm" c="dimmed" fz="sm">
          We couldn't check QuickBooks, so missing vendors and accounts aren't marked.
        </Text>
      ) : null}
    </>
  )
}

/** Also accounts that QuickBooks no longer has, or that we can't ask it for. */
const namesOf = (accounts: readonly string[], rows: readonly VendorMapping[], chosen: string) => {
  const used = rows.map((row) => row.qb_bill_account)
  return [...new Set([...accounts, ...used, chosen])].filter(Boolean).sort()
}

const SORT_LABELS = {
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  qb_bill_account: 'Bill account, A to Z',
  '-qb_bill_account': 'Bill account, Z to A',
} as const satisfies Record<VendorSort, string>
