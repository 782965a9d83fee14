// The mappings in view: whose e-mail it is, which vendor stands behind it, and where its bills go.
import type { VendorMapping, VendorSort } from '@invoice-desk/contract/vendors'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { type Column, DataTable, type Sort } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { useStable } from '../../../shared/use-stable.ts'
import classes from './vendors-table.module.css'

type VendorsTableProps = {
  readonly mappings: readonly VendorMapping[]
  readonly sort: VendorSort
  readonly onSort: (sort: VendorSort) => void
  readonly onEdit: (mapping: VendorMapping) => void
  readonly onDelete: (mapping: VendorMapping) => void
}

type Sorted = 'email' | 'vendor' | 'qb_bill_account'

export const VendorsTable = (props: VendorsTableProps) => {
  const { mappings, sort, onSort } = props
  const sortBy = (column: Sorted): Sort => ({
    direction: sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined,
    onToggle: () => onSort(sort === column ? `-${column}` : column),
  })
  const onEdit = useStable(props.onEdit)
  const onDelete = useStable(props.onDelete)
  const actions = useCallback(
    (mapping: VendorMapping) => <Actions mapping={mapping} onEdit={onEdit} onDelete={onDelete} />,
    [onEdit, onDelete],
  )
  const columns: readonly Column<VendorMapping>[] = [
    { header: 'E-mail', heading: true, sort: sortBy('email'), cell: emailCell },
    { header: 'Vendor', sort: sortBy('vendor'), cell: vendorCell },
    { header: 'Bill Account', sort: sortBy('qb_bill_account'), cell: accountCell },
    { header: 'Actions', align: 'end', cell: actions },
  ]
  return (
    <DataTable
      caption="Vendor mappings"
      columns={columns}
      rows={mappings}
      rowKey={({ id }) => id}
    />
  )
}

type Of = { readonly mapping: VendorMapping }

const Vendor = ({ mapping: { vendor, missing, track1099, taxIdType, taxIdLast4 } }: Of) => (
  <div className={classes.cell}>
    <span>{vendor}</span>
    {track1099 ? (
      <span className={classes.faint}>
        1099{taxIdLast4 ? `, ${taxIdType ?? 'tax ID'} ending in ${taxIdLast4}` : ''}
      </span>
    ) : null}
    {missing?.includes('vendor') ? <Pill tone="warning">Not in QuickBooks</Pill> : null}
  </div>
)

const Account = ({ mapping: { qb_bill_account: account, missing } }: Of) =>
  account === '' ? (
    <Pill tone="warning">No bill account</Pill>
  ) : (
    <div className={classes.cell}>
      <span>{account}</span>
      {missing?.includes('qb_bill_account') ? <Pill tone="warning">Not in QuickBooks</Pill> : null}
    </div>
  )

const emailCell = ({ email }: VendorMapping) => email
const vendorCell = (mapping: VendorMapping) => <Vendor mapping={mapping} />
const accountCell = (mapping: VendorMapping) => <Account mapping={mapping} />

type ActionsProps = Of & Pick<VendorsTableProps, 'onEdit' | 'onDelete'>

const Actions = ({ mapping, onEdit, onDelete }: ActionsProps) => (
  <span className={classes.actions}>
    <Button
      variant="default"
      size="xs"
      aria-label={`Edit ${mapping.email}`}
      onClick={() => onEdit(mapping)}
    >
      Edit
    </Button>
    <Button
      variant="default"
      size="xs"
      aria-label={`Delete ${mapping.email}`}
      onClick={() => onDelete(mapping)}
    >
      Delete
    </Button>
  </span>
)
