// The invoices of a payment: what was paid on each, what remains, and the total.

import type { PaymentOutcome, PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Text } from '@mantine/core'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { Pill } from '../../../shared/ui/pill.tsx'
import classes from './paid-view.module.css'

type Line = PaymentReceipt['invoices'][number]

type PaidLinesProps = { readonly outcome: PaymentOutcome; readonly receipt: PaymentReceipt }

export const PaidLines = ({ outcome, receipt }: PaidLinesProps) => (
  <div>
    <ul className="stack anywhere" aria-label="Paid invoices">
      {receipt.invoices.map((line) => (
        <li className="line gap-4 baseline between" key={`${line.number} ${line.date}`}>
          <div>
            <p>Invoice {line.number}</p>
            <Rest {...line} />
          </div>
          <p className="strong num">{formatDollars(line.amount)}</p>
        </li>
      ))}
    </ul>
    <p className={`line gap-4 baseline between strong mt-3 ${classes.total}`}>
      <span>Total paid</span>{' '}
      <span className="grand-total figure">{formatDollars(outcome.amount)}</span>
    </p>
  </div>
)

const Rest = ({ remaining }: Line) => {
  if (remaining === undefined) return null
  return remaining > 0 ? (
    <Text c="dimmed" fz="var(--font-compact)">
      {formatDollars(remaining)} remaining
    </Text>
  ) : (
    <Pill tone="positive">Paid in full</Pill>
  )
}

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: pageSettings.timeZone,
})

/** `Visa ending in 4242, November 15, 2026 at 7:31 PM`. */
export const paidWithText = ({ paidWith, paidAt }: PaymentReceipt): string =>
  `${paidWith}, ${moment.format(new Date(paidAt))}`
