// The search result: the customer, their invoices, and which of them to pay.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { formatUsd } from '@invoice-desk/contract/money'
import { Button, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { PAYMENT_TITLE_ID, PaymentForm } from '../attempt/payment-form.tsx'
import type { InvoiceChange } from '../attempt/payment-problem.ts'
import type { Payment } from '../attempt/use-payment.ts'
import { AsOfNotice } from './as-of-notice.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import classes from './invoice-choice.module.css'
import {
  adjustAmount,
  type FoundInvoices,
  firstSelection,
  isListed,
  isPayable,
  linesOf,
  mergeInvoices,
  outstandingTexts,
  type Selection,
  selectionOf,
  totalCents,
} from './invoices.ts'
import { InvoicesTable } from './invoices-table.tsx'
import { PayColumns, PaySide } from './pay-columns.tsx'

type InvoiceChoiceProps = {
  readonly found: FoundInvoices
  readonly payment: Payment
  /** Called with invoices whose balance may have changed since the search. */
  readonly onChanges: (changes: readonly InvoiceChange[]) => void
  readonly onSearchAgain: () => void
}

const NOTHING: Selection = new Map()
/** More invoices don't fit on a screen together with the payment. */
const LONG_COUNT = 8

export const InvoiceChoice = (props: InvoiceChoiceProps) => {
  const { found, payment, onChanges, onSearchAgain } = props
  const [chosen, setChosen] = useState(() => firstSelection(found))
  const [historyOf, setHistoryOf] = useState<PayableInvoice>()
  const invoices = useMemo(() => mergeInvoices(found), [found])
  const { state } = payment
  const { step } = state
  const hasForm = step === 'idle' || (step === 'sending' && !state.pending)
  const pending = 'pending' in state ? state.pending : undefined
  const paying = pending && selectionOf(pending.body.invoices, invoices)
  const selection = step === 'succeeded' ? NOTHING : (paying ?? chosen)
  const total = totalCents(selection)
  const [hadTotal, setHadTotal] = useState(false)
  if (total > 0 && !hadTotal) setHadTotal(true)

  const problem = step === 'idle' ? state.problem : undefined
  const isInTable = problem?.changes !== undefined && isListed(problem.changes, invoices)
  const applyChanges = useEffectEvent((changes: readonly InvoiceChange[]) => {
    const adjust = (now: Selection, change: InvoiceChange) => adjustAmount(now, invoices, change)
    setChosen((now) => changes.reduce(adjust, now))
    onChanges(changes)
  })
  useEffect(() => {
    if (problem?.changes) applyChanges(problem.changes)
  }, [problem])
  return (
    <>
      <AsOfNotice asOf={found.asOf} />
      <PayColumns hasSide={hasForm && (hadTotal || invoices.some(isPayable))}>
        <div>
          <div className="panel">
            <CustomerBanner name={found.customer.name} invoices={invoices} />
            <InvoicesTable
              invoices={invoices}
              selection={selection}
              isLocked={step !== 'idle'}
              problem={problem}
              onSelect={setChosen}
              onHistory={setHistoryOf}
            />
          </div>
          {hasForm && total > 0 ? (
            <TotalBar totalCents={total} isLong={invoices.length > LONG_COUNT} />
          ) : null}
        </div>
        {hasForm && hadTotal ? (
          // Hidden, not removed: retyping an amount makes the total 0 for a moment.
          <div className={classes.payment} hidden={total <= 0} data-print="never">
            <PaymentForm
              payment={payment}
              lines={linesOf(selection, invoices)}
              totalCents={total}
              problem={isInTable ? undefined : problem}
              onSearchAgain={onSearchAgain}
            />
          </div>
        ) : null}
        {hasForm && total <= 0 && invoices.some(isPayable) ? <NothingChosen /> : null}
      </PayColumns>
      {historyOf ? (
        <HistoryDialog invoice={historyOf} onClose={() => setHistoryOf(undefined)} />
      ) : null}
    </>
  )
}

/** The customer, and what they still owe. */
const CustomerBanner = ({ name, invoices }: { name: string; invoices: PayableInvoice[] }) => (
  <section className={classes.banner} aria-label="Customer">
    <div>
      <Title order={2} fz="1.25rem">
        {name}
      </Title>
      <Text c="dimmed" fz="0.8125rem" role="status">
        {invoices.length === 1 ? '1 invoice' : `${invoices.length} invoices`}
      </Text>
    </div>
    <div className={classes.outstanding}>
      <Text c="dimmed" fz="0.8125rem">
        Total outstanding balance
      </Text>
      {outstandingTexts(invoices).map((amount) => (
        <p key={amount} className={classes.sum}>
          {amount}
        </p>
      ))}
    </div>
  </section>
)

const NothingChosen = () => (
  <PaySide>
    <Text className="panel card" c="dimmed" data-print="never">
      Select the invoices you want to pay.
    </Text>
  </PaySide>
)

/** At the bottom of the screen, for lists longer than the screen. A short list shows it only on phones. */
const TotalBar = ({ totalCents, isLong }: { totalCents: number; isLong: boolean }) => (
  <div className={classes.bar} data-foot-bar data-long={isLong}>
    <p className={classes.barTotal}>
      <Text span c="dimmed" fz="0.8125rem">
        Total
      </Text>{' '}
      {formatUsd(totalCents)}
    </p>
    <Button onClick={goToPayment}>Continue</Button>
  </div>
)

const goToPayment = () => {
  const title = document.getElementById(PAYMENT_TITLE_ID)
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'start' })
}
