// The list itself with its controls and pages, and what stands there when it is empty.
import type { VendorMapping, VendorPage } from '@invoice-desk/contract/vendors'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import type { VendorView } from './api.ts'
import { ListControls } from './list-controls.tsx'
import classes from './vendor-list.module.css'
import { VendorsTable } from './vendors-table.tsx'

type VendorListProps = {
  readonly data: VendorPage
  /** Rows of another view are still shown while this one's are on the way. */
  readonly isStale: boolean
  readonly view: VendorView
  readonly onView: (part: Partial<VendorView>) => void
  readonly onEdit: (mapping: VendorMapping) => void
  readonly onDelete: (mapping: VendorMapping) => void
}

export const VendorList = (props: VendorListProps) => {
  const { data, isStale, view, onView, onEdit, onDelete } = props
  const { vendors, total, page, pageSize, marks } = data
  const last = Math.max(1, Math.ceil(total / pageSize))
  // Deleting the only row of the last page leaves a page that is no longer there.
  const isPastEnd = !isStale && view.page > last
  useEffect(() => {
    if (isPastEnd) onView({ page: last })
  })
  if (total === 0 && view.search === '' && !isStale) return <NoVendors />
  return (
    <>
      <ListControls
        search={view.search}
        sort={view.sort}
        onSearch={(search) => onView({ search })}
        onSort={(sort) => onView({ sort })}
      />
      <div className={classes.list} aria-busy={isStale} data-stale={isStale}>
        {vendors.length === 0 ? (
          <NoMatch search={view.search} onClear={() => onView({ search: '' })} />
        ) : (
          <VendorsTable
            mappings={vendors}
            sort={view.sort}
            onSort={(sort) => onView({ sort })}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        )}
      </div>
      <Pager
        page={page}
        pageSize={pageSize}
        total={total}
        unit={total === 1 ? 'vendor mapping' : 'vendor mappings'}
        onPage={(next) => onView({ page: next })}
      />
      {marks === 'unavailable' ? (
        <p className={classes.note}>
          QuickBooks could not be asked, so vendors and accounts that it no longer has are not
          marked.
        </p>
      ) : null}
    </>
  )
}

const NoVendors = () => (
  <EmptyState title="No vendor mappings yet.">
    <p>Add a vendor, so that its invoices find their way into the books.</p>
  </EmptyState>
)

const NoMatch = ({ search, onClear }: { search: string; onClear: () => void }) => (
  <EmptyState title={`Nothing matches “${search}”.`}>
    <Button variant="default" mt="sm" onClick={onClear}>
      Show all
    </Button>
  </EmptyState>
)
