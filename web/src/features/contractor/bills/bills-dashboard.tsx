// Everything a contractor has submitted: totals first, then a table a status, and what was rejected apart.
import { COUNTED_STATUSES } from '@invoice-desk/contract/bill-status'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { billsQuery } from '../api.ts'
import type { Contractor } from '../verification/portal-flow.ts'
import { type BillsAnswer, countBills, dollars } from './bills.ts'
import classes from './bills-dashboard.module.css'
import { BillsProblem } from './bills-problem.tsx'
import { BillsSkeleton } from './bills-skeleton.tsx'
import { StatusSection } from './status-section.tsx'
import { SummaryCards } from './summary-cards.tsx'

type BillsDashboardProps = {
  readonly contractor: Contractor
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly onNewBill: () => void
  readonly onVerify: () => void
}

export const BillsDashboard = (props: BillsDashboardProps) => {
  const { contractor, heading, onNewBill, onVerify } = props
  const { data, error, isFetching, refetch } = useQuery(billsQuery(contractor))
  const retry = () => {
    // The button goes with the problem, so the focus goes where the bills will be.
    if (!data) heading.current?.focus()
    void refetch()
  }
  return (
    <section className={classes.dashboard} aria-labelledby="bills-title">
      <header className={classes.head}>
        <h2 id="bills-title" ref={heading} tabIndex={-1} className={classes.title}>
          Your Bills
        </h2>
        <p className={classes.total}>{data ? <Total total={data.total} /> : '\u00a0'}</p>
      </header>
      <div className={classes.primary} data-foot-bar>
        <Button size="md" onClick={onNewBill}>
          Submit New Bill
        </Button>
      </div>
      {error ? (
        <BillsProblem error={error} isBusy={isFetching} onRetry={retry} onVerify={onVerify} />
      ) : null}
      {data ? (
        <Bills data={data} contractor={contractor}>
          <Button onClick={onNewBill}>Submit Your First Bill</Button>
        </Bills>
      ) : error ? null : (
        <BillsSkeleton />
      )}
    </section>
  )
}

const Total = ({ total }: Pick<BillsAnswer, 'total'>) => (
  <>
    Total <strong>{dollars(total.amount)}</strong> · {countBills(total.count)}
  </>
)

type BillsProps = {
  readonly data: BillsAnswer
  readonly contractor: Contractor
  /** Offered when there is nothing to show. */
  readonly children: ReactNode
}

const Bills = ({ data, contractor, children }: BillsProps) => {
  const { bills, totals } = data
  const section = { bills, contractor }
  return (
    <>
      <SummaryCards totals={totals} />
      {bills.length === 0 ? (
        <EmptyState title="No bills found.">
          <p>Once you submit an invoice, you can follow it here until it is paid.</p>
          <div className={classes.first}>{children}</div>
        </EmptyState>
      ) : null}
      {COUNTED_STATUSES.map((status) => (
        <StatusSection key={status} status={status} total={totals[status]} {...section} />
      ))}
      <StatusSection status="rejected" total={totals.rejected} {...section} />
    </>
  )
}
