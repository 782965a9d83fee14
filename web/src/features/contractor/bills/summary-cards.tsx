// The four figures of a contractor: what was received, waits, is approved and is paid.
import { BILL_STATUSES, COUNTED_STATUSES } from '@invoice-desk/contract/bill-status'
import { StatusMark } from '../../../shared/ui/status-mark.tsx'
import { type BillsAnswer, countBills, dollars } from './bills.ts'
import classes from './summary-cards.module.css'

export const SummaryCards = ({ totals }: Pick<BillsAnswer, 'totals'>) => (
  <ul className={classes.cards} aria-label="Totals by status">
    {COUNTED_STATUSES.map((status) => (
      <li key={status} className={classes.card}>
        <h3 className={classes.label}>
          <StatusMark status={status} />
          {BILL_STATUSES[status].label}
        </h3>
        <p className={classes.amount}>{dollars(totals[status].amount)}</p>
        <p className={classes.count}>{countBills(totals[status].count)}</p>
      </li>
    ))}
  </ul>
)
