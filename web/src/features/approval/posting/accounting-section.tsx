// What QuickBooks has of this invoice, bill by bill.
import type { AccountingBill } from '@invoice-desk/contract/accounting'
import type { Task } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatMoney } from '@invoice-desk/contract/money'
import { Notice } from '../../../shared/ui/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type AccountingCheck, accountingStatus } from './accounting-check.ts'
import classes from './accounting-section.module.css'

type AccountingSectionProps = { readonly task: Task; readonly check: AccountingCheck }

export const AccountingSection = ({ task, check }: AccountingSectionProps) => {
  const { label, tone } = accountingStatus(check, task.details)
  const bills = check.checked ? check.bills : []
  return (
    <div className={classes.section} aria-live="polite">
      {check.checked ? <Pill tone={tone}>{label}</Pill> : <span>{label}</span>}
      {task.posting.state === 'waiting' ? (
        <p className={classes.waiting}>
          We're waiting for QuickBooks. We'll add the bill automatically.
        </p>
      ) : null}
      {task.posting.refusal ? (
        <Notice tone="warning">
          <p>The bill wasn't added to QuickBooks. {task.posting.refusal}</p>
        </Notice>
      ) : null}
      {task.posting.isToVoid ? (
        <Notice tone="warning">
          <p>
            This invoice is rejected, but its bill is still in QuickBooks. Please void it there.
          </p>
        </Notice>
      ) : null}
      {bills.length > 0 ? (
        <ul className={classes.bills}>
          {bills.map((bill) => (
            <li key={bill.id}>
              <BillFacts bill={bill} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

const BillFacts = ({ bill }: { bill: AccountingBill }) => (
  <dl className={classes.bill}>
    <div>
      <dt>Invoice #</dt>
      <dd>{bill.invoiceNumber}</dd>
    </div>
    <div>
      <dt>Total</dt>
      <dd>{formatMoney(Math.round(bill.amount * 100), bill.currency)}</dd>
    </div>
    <div>
      <dt>Invoice Date</dt>
      <dd>{formatDate(bill.date)}</dd>
    </div>
    <div>
      <dt>Due Date</dt>
      <dd>{formatDate(bill.dueDate)}</dd>
    </div>
    <div>
      <dt>Status</dt>
      <dd>
        <Pill tone={bill.status === 'Unpaid' ? 'warning' : 'positive'}>{bill.status}</Pill>
      </dd>
    </div>
  </dl>
)
