// The table of vendor mappings: email, vendor and bill account.
import {
  DETAILS_LABELS,
  type VendorMapping,
  type VendorSort,
} from '@invoice-desk/contract/vendors/vendors'
import { Button, Group, Text } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'
import { tabAddress } from '../tabs/tab.ts'

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

type DetailsMarkProps = { readonly mapping: VendorMapping; readonly onAsk: () => void }

/** Whether we have what a vendor's 1099 form needs, below the vendor's name. */
const DetailsMark = ({ mapping, onAsk }: DetailsMarkProps) => {
  const { details, invitationId } = mapping
  const text = textOf(mapping)
  if (!details && !text) return null
  return (
    <Group gap="0.125rem 0.5rem" c="dimmed" fz="sm">
      {details === 'lacking' ? (
        <>
          <Pill tone="warning">{DETAILS_LABELS.lacking}</Pill>
          <Button
            variant="transparent"
            size="compact-sm"
            px={0}
            aria-label={`Ask for details: ${mapping.email}`}
            onClick={onAsk}
          >
            Ask for details
          </Button>
        </>
      ) : (
        <>
          {text ? (
            <Text span inherit>
              {text}
            </Text>
          ) : null}
          {details === 'to_review' ? (
            <AppLink to={tabAddress('invitations', undefined, invitationId)}>
              <Pill tone="warning">{DETAILS_LABELS.to_review}</Pill>
            </AppLink>
          ) : details && details !== 'complete' ? (
            <Pill>{DETAILS_LABELS[details]}</Pill>
          ) : null}
        </>
      )}
    </Group>
  )
}

/** Such as `1099, EIN ending in 6789, complete`. */
const textOf = ({ details, isTracked, track1099, taxIdType, taxIdLast4 }: VendorMapping): string =>
  [
    isTracked || track1099 ? '1099' : '',
    track1099 && taxIdLast4 ? `${taxIdType ?? 'tax ID'} ending in ${taxIdLast4}` : '',
    details === 'complete' ? (isTracked ? 'complete' : 'details complete') : '',
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase())
