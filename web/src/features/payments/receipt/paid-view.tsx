// What the customer sees after paying: what they paid, with what, and what is still open.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { PaymentOutcome, PaymentReceipt } from '@invoice-desk/contract/payments/payments'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { formatDollars, formatUsd } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import { today } from '../../../shared/text/today.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import type { InvoiceQuery } from '../api.ts'
import {
  type FoundInvoices,
  isOverdue,
  isPayable,
  money,
  outstandingTexts,
} from '../invoices/invoices.ts'
import type { BalanceUpdate } from '../invoices/use-invoice-search.ts'
import { listStillOpen, type NextToPay, nextToPay, restQueryOf } from './open-after-payment.ts'
import { PaidLines, paidWithText } from './paid-lines.tsx'
import classes from './paid-view.module.css'
import { paidText, ReceiptLink } from './payment-status.tsx'

type PaidViewProps = {
  readonly outcome: PaymentOutcome
  /** Absent for a payment that an earlier visit started. */
  readonly found: FoundInvoices | undefined
  readonly update: BalanceUpdate
  /** Searches again, by default for the same invoice, and selects the invoices with these numbers. */
  readonly onSearch: (query?: InvoiceQuery, numbers?: readonly string[]) => void
}

export const PaidView = (props: PaidViewProps) => {
  const { outcome, found, update, onSearch } = props
  const { receipt } = outcome
  const open = listStillOpen(found, receipt)
  const rest = receipt && restQueryOf(receipt)
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} className={`hero num ${classes.amount}`}>
          {formatDollars(outcome.amount)} paid
        </Title>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {receipt
            ? `${paidWithText(receipt)}. The receipt is on its way to ${receipt.email}.`
            : `You paid ${paidText(outcome)}. We'll email you a receipt.`}
        </Text>
      </div>
      {receipt || outcome.receiptUrl ? (
        <Card>
          <Stack gap="md">
            {receipt ? <PaidLines {...{ outcome, receipt }} /> : null}
            <Group gap="sm">
              <ReceiptLink url={outcome.receiptUrl} variant="default" />
              {receipt ? (
                <Text c="dimmed" fz="var(--font-compact)">
                  Receipt {receipt.number}
                </Text>
              ) : null}
            </Group>
          </Stack>
        </Card>
      ) : null}
      {open ? (
        <StillOpen {...{ open, receipt, update, onSearch }} />
      ) : rest ? (
        // Without the sum, because the search may find another balance.
        <Button style={{ alignSelf: 'start' }} onClick={() => onSearch(rest)}>
          Pay the rest
        </Button>
      ) : null}
    </Stack>
  )
}

type StillOpenProps = Pick<PaidViewProps, 'update' | 'onSearch'> & {
  readonly open: readonly PayableInvoice[]
  readonly receipt: PaymentReceipt | undefined
}

/** The next search lists them all. */
const LISTED_MAX = 10

const StillOpen = ({ open, receipt, update, onSearch }: StillOpenProps) => {
  const next = nextToPay(open, receipt)
  const back = (
    <Button variant="subtle" onClick={() => onSearch()}>
      Back to your invoices
    </Button>
  )
  if (open.length === 0) return <Group>{back}</Group>
  const more = open.length - LISTED_MAX
  return (
    <section className="panel" aria-label="Still open">
      <div className="line gap-4 baseline between inset">
        <Title order={2} fz="var(--font-title)">
          Still open
        </Title>
        <p className="strong num">{outstandingTexts(open).join(' and ')}</p>
      </div>
      <ul className="rows ruled anywhere">
        {open.slice(0, LISTED_MAX).map((invoice) => (
          <li key={invoice.id} className="line gap-4 baseline between inset">
            <div>
              <p className="strong">Invoice {invoice.invoiceNumber}</p>
              <Due invoice={invoice} />
            </div>
            <p className="strong num">{money(invoice.balance, invoice.currency)}</p>
          </li>
        ))}
        {more > 0 ? <li className="inset">and {more} more</li> : null}
      </ul>
      <Group className="inset ruled" gap="sm">
        {next ? <PayNext {...{ next, update, onSearch }} /> : null}
        {back}
      </Group>
    </section>
  )
}

const WHY_NOT_YET = {
  done: undefined,
  waiting: "We're recording your payment. Your new balance will be here in a moment.",
  slow: 'It can take a few minutes until your balance is up to date. You can pay the rest then.',
} as const

type PayNextProps = Pick<PaidViewProps, 'update' | 'onSearch'> & { readonly next: NextToPay }

/** A search that doesn't include the payment would ask for too much. One button for all states, so it keeps focus. */
const PayNext = ({ next, update, onSearch }: PayNextProps) => {
  const { state, isChecking, check } = update
  const reasonId = useId()
  const reason = WHY_NOT_YET[state]
  const isSlow = state === 'slow'
  const label = isSlow ? 'Check again' : nextText(next)
  return (
    <>
      {reason ? (
        <p id={reasonId} role="status" className="full-line">
          {reason}
        </p>
      ) : null}
      <BusyButton
        variant={isSlow ? 'default' : 'filled'}
        isBusy={state === 'waiting' || (isSlow && isChecking)}
        busyLabel={label}
        announced={isSlow ? 'Checking...' : ''}
        aria-describedby={reason && reasonId}
        onClick={() => (isSlow ? check() : onSearch(undefined, next.numbers))}
      >
        {label}
      </BusyButton>
    </>
  )
}

const nextText = ({ cents, isRest }: NextToPay): string =>
  isRest ? `Pay the remaining ${formatUsd(cents)}` : `Pay all open invoices: ${formatUsd(cents)}`

const Due = ({ invoice }: { invoice: PayableInvoice }) => {
  const isLate = isOverdue(invoice, today())
  const due = invoice.dueDate && `${isLate ? 'Was due' : 'Due'} ${formatDate(invoice.dueDate)}`
  const transfer = isPayable(invoice) ? '' : 'Please pay it by bank transfer'
  return (
    <p className={`compact muted ${classes.due}`} data-late={isLate}>
      {[due, transfer].filter(Boolean).join('. ')}
    </p>
  )
}
