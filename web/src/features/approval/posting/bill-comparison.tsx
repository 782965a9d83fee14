// This invoice beside a bill that QuickBooks has, with what differs.
import type { AccountingBill } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { Pill } from '../../../shared/ui/pill.tsx'
import classes from './bill-comparison.module.css'
import { compareBill } from './compare.ts'

type BillComparisonProps = { readonly task: Task; readonly bill: AccountingBill }

export const BillComparison = ({ task, bill }: BillComparisonProps) => (
  <table className={classes.table}>
    <caption className="visually-hidden">
      This invoice and bill {bill.invoiceNumber} in QuickBooks
    </caption>
    <thead>
      <tr>
        <td />
        <th scope="col">This invoice</th>
        <th scope="col">QuickBooks bill</th>
      </tr>
    </thead>
    <tbody>
      {compareBill(task.details, bill).map(({ label, invoice, bill: theirs, difference }) => (
        <tr key={label} data-differs={difference ? true : undefined}>
          <th scope="row">{label}</th>
          <td>{invoice}</td>
          <td>
            {theirs} {difference ? <Pill tone="negative">{difference}</Pill> : null}
          </td>
        </tr>
      ))}
      <tr>
        <th scope="row">Status</th>
        <td className={classes.status}>{task.status.name}</td>
        <td>
          <Pill tone={bill.status === 'Unpaid' ? 'warning' : 'positive'}>{bill.status}</Pill>
        </td>
      </tr>
    </tbody>
  </table>
)
