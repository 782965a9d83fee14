// The shape of the dashboard while the bills are on the way, so that nothing jumps when they arrive.
import { BILL_STATUSES, COUNTED_STATUSES } from '@invoice-desk/contract/bill-status'
import { Loader, Skeleton } from '@mantine/core'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import classes from './bills-skeleton.module.css'
import cards from './summary-cards.module.css'

export const BillsSkeleton = () => (
  <>
    <ul className={cards.cards} aria-hidden="true">
      {COUNTED_STATUSES.map((status) => (
        <li key={status} className={cards.card} data-status={status}>
          <span className={cards.label}>{BILL_STATUSES[status].label}</span>
          <Skeleton height={20} width="60%" mt={8} />
          <Skeleton height={12} width="35%" mt={10} />
        </li>
      ))}
    </ul>
    <p className={classes.loading}>
      <Loader size="xs" aria-hidden />
      Loading your bills...
    </p>
    <TableSkeleton rows={4} label="Loading your bills..." />
  </>
)
