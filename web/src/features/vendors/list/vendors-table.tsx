// The table of vendor mappings: email, vendor and bill account.
import type { VendorMapping, VendorSort } from '@invoice-desk/contract/vendors/vendors'
import { Group } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'
import { DetailsMark } from './details-mark.tsx'

type VendorsTableProps = {
  readonly mappings: readonly VendorMapping[]
  readonly sort: VendorSort
  readonly onSort: (sort: VendorSort) => void
  readonly onEdit: (mapping: VendorMapping) => void
  readonly onDelete: (mapping: VendorMapping) => void
  readonly onAsk: (mapping: VendorMapping) => void
}

export const VendorsTable = (props: VendorsTableProps) => {
  const { mappings, sort, onSort } = props
  // The cells keep their identity and call the latest functions, so a long list doesn't re-render.
  const latest = useRef(props)
  latest.current = props
  const actions = useCallback((mapping: VendorMapping) => {
    const { email } = mapping
    return (
      <Group justify="flex-end" gap={6} wrap="nowrap">
        <RowButton label="Edit" name={email} onClick={() => latest.current.onEdit(mapping)} />
        <RowButton label="Delete" name={email} onClick={() => latest.current.onDelete(mapping)} />
      </Group>
    )
  }, [])
  const vendor = useCallback(
    (mapping: VendorMapping) => (
      <div style={WRAP}>
        {mapping.vendor}
        <DetailsMark mapping={mapping} onAsk={() => latest.current.onAsk(mapping)} />
        {mapping.missing?.includes('vendor') ? <NotInQuickBooks /> : null}
      </div>
    ),
    [],
  )
  const columns: readonly Column<VendorMapping, VendorSort>[] = [
    { header: 'Email', heading: true, by: 'email', cell: emailOf },
    { header: 'Vendor', phoneLabel: '', by: 'vendor', cell: vendor },
    { header: 'Bill Account', phoneLabel: '', by: 'qb_bill_account', cell: AccountCell },
    { header: 'Actions', align: 'end', phone: 'action', cell: actions },
  ]
  return (
    <DataTable
      caption="Vendor mappings"
      columns={columns}
      rows={mappings}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
    />
  )
}

const WRAP = { overflowWrap: 'anywhere' } as const

const emailOf = ({ email }: VendorMapping) => email

const AccountCell = ({ qb_bill_account: account, missing }: VendorMapping) =>
  account === '' ? (
    <Pill tone="warning">No bill account</Pill>
  ) : (
    <div style={WRAP}>
      {account}
      {missing?.includes('qb_bill_account') ? <NotInQuickBooks /> : null}
    </div>
  )

const NotInQuickBooks = () => (
  <div>
    <Pill tone="warning">Not in QuickBooks</Pill>
  </div>
)
