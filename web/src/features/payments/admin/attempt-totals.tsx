// What the filtered payments brought in.
import type { AttemptTotals as Sums } from '@invoice-desk/contract/payments/list'
import { Totals } from '../../../shared/ui/list/totals.tsx'

export const AttemptTotals = ({ totals }: { totals: Sums }) => {
  const { received, refunded, inProgress, notReceived } = totals
  return (
    <Totals
      amount={received.amount}
      name="received"
      unit={['payment', 'payments']}
      parts={[
        {
          label: 'Received',
          ...received,
          share: received.amount - refunded.amount,
          color: 'var(--chart-in)',
        },
        { label: 'Refunded', ...refunded, color: 'var(--chart-late)' },
        { label: 'In progress', ...inProgress, color: 'var(--chart-calm)' },
        { label: 'Not received', ...notReceived, color: 'var(--border-strong)' },
      ]}
    />
  )
}
