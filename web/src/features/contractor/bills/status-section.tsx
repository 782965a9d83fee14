// The bills of one status. Of many, the newest are there at once and the others load as someone scrolls.
import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { useId, useRef } from 'react'
import { MoreRows } from '../../../shared/ui/more-rows.tsx'
import { StatusMark } from '../../../shared/ui/status-mark.tsx'
import type { Contractor } from '../verification/portal-flow.ts'
import type { BillsAnswer } from './bills.ts'
import { BillsTable } from './bills-table.tsx'
import classes from './status-section.module.css'
import { useMoreBills } from './use-more-bills.ts'

type StatusSectionProps = {
  readonly status: BillStatus
  readonly total: BillsAnswer['total']
  /** The newest of every status. */
  readonly bills: readonly ContractorBill[]
  readonly contractor: Contractor
}

export const StatusSection = ({ status, total, bills, contractor }: StatusSectionProps) => {
  const { shown, more } = useMoreBills({ contractor, status, total, bills })
  const titleId = useId()
  const rows = useRef<HTMLElement>(null)
  if (more.total === 0) return null
  return (
    <section ref={rows} className={classes.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        <StatusMark status={status} />
        {BILL_STATUSES[status].label}{' '}
        <span className={classes.count}>{number.format(more.total)}</span>
      </h3>
      {status === 'rejected' ? (
        <p className={classes.note}>
          These count in no total. You can correct them and submit them again.
        </p>
      ) : null}
      <BillsTable status={status} bills={shown} />
      <MoreRows more={more} unit={`${BILL_STATUSES[status].label} bills`} rows={rows} />
    </section>
  )
}

const number = new Intl.NumberFormat('en-US')
