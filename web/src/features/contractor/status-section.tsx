// The bills of one status. Of many, the newest are there at once and the others on demand.
import {
  BILL_STATUS_LABELS,
  type ContractorBill,
  type ContractorBillStatus,
} from '@invoice-desk/contract/contractor'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { messageOf } from '../../shared/api-error.ts'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { StatusMark } from '../../shared/ui/status-mark.tsx'
import { moreBillsQuery } from './api.ts'
import { type BillsAnswer, billsOf } from './bills.ts'
import { BillsTable } from './bills-table.tsx'
import type { Contractor } from './portal-flow.ts'
import classes from './status-section.module.css'

type StatusSectionProps = {
  readonly status: ContractorBillStatus
  readonly total: BillsAnswer['total']
  /** The newest of every status. */
  readonly bills: readonly ContractorBill[]
  readonly contractor: Contractor
}

export const StatusSection = ({ status, total, bills, contractor }: StatusSectionProps) => {
  const [wantsMore, setWantsMore] = useState(false)
  const more = useInfiniteQuery({ ...moreBillsQuery(contractor, status), enabled: wantsMore })
  const titleId = useId()
  const shown = billsOf(status, bills, ...(more.data?.pages.map((page) => page.bills) ?? []))
  const count = Math.max(total.count, shown.length)
  if (count === 0) return null
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        <StatusMark status={status} />
        {BILL_STATUS_LABELS[status]} <span className={classes.count}>{number.format(count)}</span>
      </h3>
      {status === 'rejected' ? (
        <p className={classes.note}>
          These count in no total. You can correct them and submit them again.
        </p>
      ) : null}
      <BillsTable status={status} bills={shown} />
      {count > shown.length ? (
        <div className={classes.more}>
          <p className={classes.range} role="status">
            Showing {number.format(shown.length)} of {number.format(count)}
          </p>
          <BusyButton
            variant="default"
            aria-label={`Show more bills: ${BILL_STATUS_LABELS[status]}`}
            isBusy={more.isFetching}
            busyLabel="Loading..."
            onClick={() => {
              if (!wantsMore) setWantsMore(true)
              else if (more.data) void more.fetchNextPage()
              else void more.refetch()
            }}
          >
            Show more
          </BusyButton>
          {more.error && !more.isFetching ? (
            <p className={classes.problem} role="alert">
              {messageOf(more.error)}
            </p>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}

const number = new Intl.NumberFormat('en-US')
