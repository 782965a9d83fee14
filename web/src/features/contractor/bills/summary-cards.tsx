// The four totals of a contractor's bills, in the order in which a bill passes through them.

import { BILL_STATUSES, COUNTED_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Skeleton } from '@mantine/core'
import { counted } from '../../../shared/text/count-text.ts'
import { StatusMark } from '../../../shared/ui/status-chip.tsx'
import classes from './bills.module.css'
import { type BillsAnswer, NOTHING } from './bills.ts'

type SummaryCardsProps = { readonly totals: BillsAnswer['totals'] | undefined }

/** Shows placeholders instead of amounts while the bills load. */
export const SummaryCards = ({ totals }: SummaryCardsProps) => (
  <div className={`panel ${classes.totals}`}>
    <ul className={classes.strip} aria-label="Totals by status">
      {COUNTED_STATUSES.map((status) => (
        <li key={status} className={`anywhere ${classes.step}`}>
          <h3 className="line compact medium">
            <StatusMark status={status} />
            {BILL_STATUSES[status].label}
          </h3>
          <Skeleton visible={!totals}>
            <p className={`lead strong num ${classes.amount}`}>
              {totals ? formatDollars(totals[status].amount) : NOTHING}
            </p>
            <p className="quiet">{totals ? counted(totals[status].count, 'bill') : NOTHING}</p>
          </Skeleton>
        </li>
      ))}
    </ul>
    <div className="shares" aria-hidden="true">
      {COUNTED_STATUSES.filter((status) => totals && totals[status].amount > 0).map((status) => (
        <span
          key={status}
          style={{
            flex: totals?.[status].amount,
            background: `var(--${status.replaceAll('_', '-')}-dot)`,
          }}
        />
      ))}
    </div>
  </div>
)
