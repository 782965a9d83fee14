// The bills of one status. The newest come with the first load, the others as the contractor scrolls.

import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bills/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor/contractor'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { loadsOnScroll } from '../../../shared/lists/infinite-list.ts'
import type { More } from '../../../shared/lists/use-infinite-list.ts'
import { formatCount } from '../../../shared/text/count-text.ts'
import { StatusMark } from '../../../shared/ui/status-chip.tsx'
import { DataTable } from '../../../shared/ui/table/data-table.tsx'
import { MoreRows } from '../../../shared/ui/table/more-rows.tsx'
import { moreBillsQuery } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { COLUMNS, reasonsOf } from './bill-columns.tsx'
import classes from './bills.module.css'
import { type BillsAnswer, billsOf } from './bills.ts'

type StatusSectionProps = {
  readonly status: BillStatus
  readonly total: BillsAnswer['total']
  /** The newest bills of every status. */
  readonly bills: readonly ContractorBill[]
  readonly contractor: Contractor
  readonly search: string
}

export const StatusSection = (props: StatusSectionProps) => {
  const { shown, more } = useMoreBills(props)
  const titleId = useId()
  const rows = useRef<HTMLElement>(null)
  const { label, isCounted } = BILL_STATUSES[props.status]
  if (more.total === 0) return null
  return (
    <section className={`frameless ${classes.section}`} ref={rows} aria-labelledby={titleId}>
      <div className={`row tight baseline inset underlined ${classes.band}`}>
        <h3 id={titleId} className="line body">
          <StatusMark status={props.status} />
          {label} <span className="muted plain">{formatCount(more.total ?? more.shown)}</span>
        </h3>
        <span className="end compact muted num">{formatDollars(props.total.amount)}</span>
        {isCounted ? null : (
          <p className="quiet full-line">
            {props.status === 'changes_requested'
              ? "We can't approve these yet. Please correct them and send them back. Until then, they don't count toward your total."
              : "These don't count toward your total. You can correct them and submit them again."}
          </p>
        )}
      </div>
      <DataTable
        caption={`${label} bills`}
        columns={COLUMNS}
        rows={shown}
        rowKey={({ id }) => id}
        below={reasonsOf(props.status)}
        layout="fixed"
      />
      <div className={classes.more}>
        <MoreRows more={more} unit={`${label} bills`} rows={rows} />
      </div>
    </section>
  )
}

const useMoreBills = ({ contractor, status, total, bills, search }: StatusSectionProps) => {
  const options = moreBillsQuery(contractor, status, search)
  const client = useQueryClient()
  const [isEnabled, setEnabled] = useState(() => Boolean(client.getQueryData(options.queryKey)))
  const query = useInfiniteQuery({ ...options, enabled: isEnabled })
  const { data, refetch } = query
  const parts = data?.pages ?? []
  const shown = billsOf(status, bills, ...parts.map((part) => part.bills))

  // A bill that was added or removed shifts the others, so one may be missing between two parts.
  const hasShifted = parts.some(({ totals }) => totals[status].count !== total.count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change, even if it doesn't help.
  useEffect(() => {
    if (hasShifted) void refetch()
  }, [total.count])

  const hasMore = data ? query.hasNextPage : total.count > shown.length
  const error = query.isLoadingError || query.isFetchNextPageError ? query.error : null
  const load = () => {
    if (!isEnabled) setEnabled(true)
    else void (data ? query.fetchNextPage() : refetch())
  }
  const more: More = {
    hasMore,
    loadsOnScroll: hasMore && !query.isFetching && !error && loadsOnScroll(1 + parts.length),
    isLoading: query.isLoading || query.isFetchingNextPage,
    error,
    shown: shown.length,
    total: Math.max(total.count, shown.length),
    load,
  }
  return { shown, more }
}
