// The vendor list with its search and sort controls.
import type { VendorMapping, VendorSort } from '@invoice-desk/contract/vendors'
import { Button, Group, Text } from '@mantine/core'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { SortSelect } from '../../../shared/ui/sort-select.tsx'
import type { Endless } from '../../../shared/use-endless.ts'
import type { VendorPart, VendorView } from '../api.ts'
import { VendorsTable } from './vendors-table.tsx'

type VendorListProps = {
  readonly list: Endless<VendorPart>
  readonly data: NonNullable<Endless<VendorPart>['data']>
  readonly view: VendorView
  readonly onView: (part: Partial<VendorView>) => void
  readonly onEdit: (mapping: VendorMapping) => void
  readonly onDelete: (mapping: VendorMapping) => void
}

export const VendorList = (props: VendorListProps) => {
  const { list, data, view, onView, onEdit, onDelete } = props
  const { rows, total, last } = data
  if (total === 0 && view.search === '' && !list.isStale)
    return (
      <EmptyState title="No vendor mappings yet.">
        <p>Add a vendor so that we can record its invoices in QuickBooks.</p>
      </EmptyState>
    )
  return (
    <>
      <Group component="search" mb="md" gap="sm">
        <SearchInput
          placeholder="Email, vendor or account"
          search={view.search}
          onSearch={(search) => onView({ search })}
        />
        <SortSelect labels={SORT_LABELS} sort={view.sort} onSort={(sort) => onView({ sort })} />
      </Group>
      <EndlessList list={list} unit={['vendor', 'vendors']}>
        {rows.length === 0 ? (
          <EmptyState title={`Nothing matches “${view.search}”.`}>
            <Button variant="default" mt="sm" onClick={() => onView({ search: '' })}>
              Show all
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

const SORT_LABELS = {
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  qb_bill_account: 'Bill account, A to Z',
  '-qb_bill_account': 'Bill account, Z to A',
} as const satisfies Record<VendorSort, string>
