// The table of 1099 vendors: tax id, what they were paid, and how far they are from the threshold.

import { formatUsd } from '@invoice-desk/contract/values/money'
import type { Form1099Gap, Form1099Vendor } from '@invoice-desk/contract/vendors/form-1099'
import { Progress, Text } from '@mantine/core'
import { Fragment, useMemo, useRef, useState } from 'react'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { MoreRows } from '../../../shared/ui/table/more-rows.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'
import { STATES } from '../invitations/invitation-text.ts'
import { tabAddress } from '../tabs/tab.ts'
import type { Report } from './api.ts'
import { progressOf } from './report-text.ts'

type TotalsTableProps = {
  readonly report: Report
  readonly onAsk: (vendor: Form1099Vendor) => void
}

/** Rows are added while scrolling, because a long table is slow. */
const ROWS = 100

export const TotalsTable = ({ report, onAsk }: TotalsTableProps) => {
  const { year, thresholdCents, vendors } = report
  const [rowsMax, setRowsMax] = useState(ROWS)
  const latest = useRef(onAsk)
  latest.current = onAsk
  const columns = useMemo(
    () => columnsOf(thresholdCents, (vendor) => latest.current(vendor)),
    [thresholdCents],
  )
  const table = useRef<HTMLDivElement>(null)
  const hasMore = vendors.length > rowsMax
  return (
    <div ref={table}>
      <DataTable
        caption={`Payments to 1099 vendors in ${year}`}
        columns={columns}
        rows={vendors.slice(0, rowsMax)}
        rowKey={({ id }) => id}
      />
      <MoreRows
        unit="vendors"
        rows={table}
        more={{
          hasMore,
          loadsOnScroll: hasMore,
          isLoading: false,
          error: null,
          shown: Math.min(rowsMax, vendors.length),
          total: vendors.length,
          load: () => setRowsMax((max) => max + ROWS),
        }}
      />
    </div>
  )
}

const columnsOf = (
  thresholdCents: number,
  onAsk: (vendor: Form1099Vendor) => void,
): readonly Column<Form1099Vendor>[] => [
  { header: 'Vendor', heading: true, width: '30%', cell: VendorCell },
  { header: 'Tax data', phoneLabel: '', cell: TaxDataCell },
  { header: 'Paid', align: 'end', phone: 'amount', cell: PaidCell },
  {
    header: 'Threshold',
    phoneLabel: '',
    width: '20%',
    cell: (vendor) => <ProgressCell vendor={vendor} thresholdCents={thresholdCents} />,
  },
  {
    header: 'Actions',
    align: 'end',
    phone: 'action',
    cell: (vendor) =>
      vendor.invitation ? (
        <InvitationMark invitation={vendor.invitation} />
      ) : vendor.lacks.length > 0 ? (
        <RowButton
          label="Ask for details"
          name={`from ${vendor.name}`}
          onClick={() => onAsk(vendor)}
        />
      ) : null,
  },
]

type InvitationMarkProps = { readonly invitation: NonNullable<Form1099Vendor['invitation']> }

/** Leads to where it's reviewed or sent again. */
const InvitationMark = ({ invitation }: InvitationMarkProps) => (
  <AppLink to={tabAddress('invitations')}>
    <Pill tone={STATES[invitation].tone}>{STATES[invitation].label}</Pill>
  </AppLink>
)

const WRAP = { overflowWrap: 'anywhere' } as const

const VendorCell = ({ name, email }: Form1099Vendor) => (
  <div style={WRAP}>
    {name}
    <Text c="dimmed" fz="sm" fw={400}>
      {email || 'No email'}
    </Text>
  </div>
)

const GAP_LABELS = {
  tax_id: 'No tax ID',
  address: 'No address',
} as const satisfies Record<Form1099Gap, string>

const TaxDataCell = ({ taxIdLast4, lacks }: Form1099Vendor) => (
  <>
    {taxIdLast4 ? `Tax ID ending in ${taxIdLast4}` : ''}
    {lacks.map((gap) => (
      <Fragment key={gap}>
        {' '}
        <Pill tone="warning">{GAP_LABELS[gap]}</Pill>
      </Fragment>
    ))}
  </>
)

const PaidCell = ({ paidCents, paidByCardCents }: Form1099Vendor) => (
  <>
    {formatUsd(paidCents)}
    {paidByCardCents === 0 ? null : (
      <Text c="dimmed" fz="sm" fw={400}>
        and {formatUsd(paidByCardCents)} by card
      </Text>
    )}
  </>
)

type ProgressCellProps = { readonly vendor: Form1099Vendor; readonly thresholdCents: number }

const ProgressCell = ({ vendor, thresholdCents }: ProgressCellProps) => {
  const { percent, text } = progressOf(vendor, thresholdCents)
  return (
    <>
      {vendor.isReportable ? <strong>{text}</strong> : text}
      {/* The words say the same. */}
      <Progress value={percent} size={4} mt={4} w={{ base: '10rem', sm: '100%' }} aria-hidden />
    </>
  )
}
