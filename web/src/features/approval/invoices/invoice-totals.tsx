// The total of the filtered invoices, and how it splits up by status.
import type { StatusTotal } from '@invoice-desk/contract/approval/approval-invoices'
import { BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { Totals } from '../../../shared/ui/list/totals.tsx'
import { StatusMark } from '../../../shared/ui/status-chip.tsx'

type InvoiceTotalsProps = {
  readonly totalAmount: number
  /** Regardless of the filter by status. */
  readonly byStatus: readonly StatusTotal[]
}

export const InvoiceTotals = ({ totalAmount, byStatus }: InvoiceTotalsProps) => (
  <Totals
    amount={totalAmount}
    unit={['invoice', 'invoices']}
    parts={byStatus.map(({ status, count, amount }) => ({
      label: BILL_STATUSES[status].label,
      ...{ count, amount },
      color: `var(--${status.replaceAll('_', '-')}-dot)`,
      mark: <StatusMark status={status} />,
    }))}
  />
)
