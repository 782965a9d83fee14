// The list itself with its controls, and what is shown when it's empty.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { Button } from '@mantine/core'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import type { Endless } from '../../../shared/use-endless.ts'
import type { VendorPart, VendorView } from '../api.ts'
import { ListControls } from './list-controls.tsx'
import classes from './vendor-list.module.css'
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
  if (total === 0 && view.search === '' && !list.isStale) return <NoVendors />
  return (
    <>
      <ListControls
        search={view.search}
        sort={view.sort}
        onSearch={(search) => onView({ search })}
        onSort={(sort) => onView({ sort })}
      />
      <EndlessList list={list} unit={['vendor', 'vendors']}>
        {rows.length === 0 ? (
          <NoMatch search={view.search} onClear={() => onView({ search: '' })} />
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
