// What the customer is about to pay: a line for each invoice, the total, and what remains open.

import type { PaymentLine } from '@invoice-desk/contract/payments/payments'
import { formatDollars, formatUsd } from '@invoice-desk/contract/values/money'
import { Title } from '@mantine/core'
import { IconLock, IconMail } from '../../../shared/ui/icons.ts'
import { AskLink } from '../invoices/ask-link.tsx'
import { invoicesText, type Remainder } from '../invoices/invoice-list.ts'
import classes from './summary.module.css'

type SummaryProps = {
  readonly lines: readonly PaymentLine[]
  readonly totalCents: number
  readonly remainder: Remainder
}

/** The invoices table lists them all. */
const LINES_MAX = 8
const SUMMARY_TITLE_ID = 'payment-summary'

export const Summary = ({ lines, totalCents, remainder }: SummaryProps) => (
  <section className="anywhere num" aria-label="Summary">
    <Title order={2} fz="var(--font-title)" id={SUMMARY_TITLE_ID} tabIndex={-1}>
      Your payment
    </Title>
    <ul className="stack gap-2 mt-3 mb-3">
      {lines.slice(0, LINES_MAX).map(({ id, number, amount }) => (
        <li key={id} className="row tight between">
          <span>Invoice {number}</span>
          <span className="nowrap">{formatDollars(amount)}</span>
          <Rest cents={remainder.get(id)?.cents} />
        </li>
      ))}
      {lines.length > LINES_MAX ? <li>and {lines.length - LINES_MAX} more</li> : null}
    </ul>
    <p className={`line gap-4 strong baseline between ${classes.total}`} role="status">
      <span>Total</span> <span className="grand-total figure">{formatUsd(totalCents)}</span>
    </p>
  </section>
)

/** What remains of an invoice that is paid in part. */
const Rest = ({ cents }: { cents: number | undefined }) =>
  cents === undefined ? null : (
    <small className="quiet full-line">{formatUsd(cents)} will remain on this invoice</small>
  )

type StillOwedProps = {
  readonly remainder: Remainder
  readonly isLocked: boolean
  readonly onPayAll: () => void
}

export const StillOwed = ({ remainder, isLocked, onPayAll }: StillOwedProps) => {
  const open = [...remainder.values()]
  if (open.length === 0) return null
  return (
    <p className="compact muted anywhere">
      After this payment,{' '}
      <strong>{formatUsd(open.reduce((sum, { cents }) => sum + cents, 0))}</strong> will remain on{' '}
      {invoicesText(open.map(({ number }) => number))}.{' '}
      {isLocked ? null : (
        <button
          type="button"
          className="link-button"
          onClick={() => {
            // The button is gone afterward.
            document.getElementById(SUMMARY_TITLE_ID)?.focus({ preventScroll: true })
            onPayAll()
          }}
        >
          Pay this too
        </button>
      )}
    </p>
  )
}

type PaymentNotesProps = { readonly isCard: boolean; readonly numbers: readonly string[] }

/** Below the card. */
export const PaymentNotes = ({ isCard, numbers }: PaymentNotesProps) => (
  <ul className="stack quiet mt-4">
    {isCard ? (
      <li className="beside">
        <IconLock size={16} stroke={1.75} aria-hidden />
        Your card number goes straight to the payment provider. We never see or store it.
      </li>
    ) : null}
    <li className="beside">
      <IconMail size={16} stroke={1.75} aria-hidden />
      <span>
        Questions? <AskLink numbers={numbers} />
      </span>
    </li>
  </ul>
)
