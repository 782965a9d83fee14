// The search result: the customer, their invoices, and which of them to pay.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { formatUsd } from '@invoice-desk/contract/values/money'
import { Button, Text, Title } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { countText } from '../../../shared/text/count-text.ts'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { PAYMENT_TITLE_ID, PaymentForm } from '../attempt/payment-form.tsx'
import type { InvoiceChange } from '../attempt/payment-problem.ts'
import type { Payment } from '../attempt/use-payment.ts'
import { AsOfNotice } from './as-of-notice.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import classes from './invoice-choice.module.css'
import { remainderOf } from './invoice-list.ts'
import {
  adjustAmount,
  type FoundInvoices,
  firstSelection,
  isListed,
  isOpen,
  isPayable,
  linesOf,
  mergeInvoices,
  outstandingTexts,
  type Selection,
  selectAll,
  selectionOf,
  totalCents,
} from './invoices.ts'
import { InvoicesTable } from './invoices-table.tsx'
import { PayColumns, PaySide } from './pay-columns.tsx'
import { Statement } from './statement.tsx'
import { useMatchedInView } from './use-matched-in-view.ts'

type InvoiceChoiceProps = {
  readonly found: FoundInvoices
  /** The numbers of the invoices to start with. By default, the matched one. */
  readonly selects?: readonly string[] | undefined
  readonly payment: Payment
  /** Called with invoices whose balance may have changed since the search. */
  readonly onChanges: (changes: readonly InvoiceChange[]) => void
  readonly onSearchAgain: () => void
}

const LOCKED = "You can't change this during a payment."
/** The business has turned off every payment method, or has none. */
const isPayingOff = pageSettings.paymentMethods.length === 0
const NOT_PAYABLE = isPayingOff ? "You can't pay these online right now." : undefined
const NO_SELECTION: Selection = new Map()
/** More invoices don't fit on a screen together with the payment. */
const LONG_COUNT = 8

export const InvoiceChoice = (props: InvoiceChoiceProps) => {
  const { found, selects, payment, onChanges, onSearchAgain } = props
  const [chosen, setChosen] = useState(() =>
    isPayingOff ? NO_SELECTION : firstSelection(found, selects),
  )
  const [historyOf, setHistoryOf] = useState<PayableInvoice>()
  const invoices = useMemo(() => mergeInvoices(found), [found])
  const { state } = payment
  const { step } = state
  useMatchedInView(found.matchedInvoice.id, step === 'idle')
  const hasForm = step === 'idle' || (step === 'sending' && !state.pending)
  const pending = 'pending' in state ? state.pending : undefined
  const paying = pending && selectionOf(pending.body.invoices, invoices)
  const selection = paying ?? chosen
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
      {found.linkProblem ? (
        <Notice>
          <p>{found.linkProblem} You can still pay.</p>
        </Notice>
      ) : null}
      <PayColumns hasSide={hasForm && (hadTotal || invoices.some(isPayable))}>
        <div>
          <div className="panel">
            <CustomerBanner {...{ found, invoices, onSearchAgain }} />
            <InvoicesTable
              invoices={invoices}
              matchedId={found.matchedInvoice.id}
              selection={selection}
              lockedText={step === 'idle' ? NOT_PAYABLE : LOCKED}
              problem={problem}
              onSelect={setChosen}
              onHistory={setHistoryOf}
              onSearchAgain={onSearchAgain}
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
              remainder={remainderOf(selection, invoices)}
              onPayAll={() => setChosen(selectAll(invoices))}
              isChanged={isInTable}
              onSearchAgain={onSearchAgain}
            />
          </div>
        ) : null}
        {hasForm && total <= 0 && invoices.some(isPayable) ? (
          <PaySide>
            {isPayingOff ? <PayingOff /> : <NothingChosen isSelected={selection.size > 0} />}
          </PaySide>
        ) : null}
      </PayColumns>
      {historyOf ? (
        <HistoryDialog
          invoice={historyOf}
          onClose={() => setHistoryOf(undefined)}
          onSearchAgain={onSearchAgain}
        />
      ) : null}
    </>
  )
}

/** `1 invoice`, `4 invoices, 3 open`. */
const invoicesCountText = (invoices: readonly PayableInvoice[]): string => {
  const open = invoices.filter(isOpen).length
  const state = open === 0 ? ', all paid' : `, ${open} open`
  return countText(invoices.length) + (invoices.length === 1 ? '' : state)
}

type CustomerBannerProps = Pick<InvoiceChoiceProps, 'found' | 'onSearchAgain'> & {
  readonly invoices: readonly PayableInvoice[]
}

/** The customer, what they still owe, and their statement. */
const CustomerBanner = ({ found, invoices, onSearchAgain }: CustomerBannerProps) => (
  <section className={`row between anywhere ${classes.banner}`} aria-label="Customer">
    <div>
      <Title order={2} fz="var(--font-title)">
        {found.customer.name}
      </Title>
      <Text c="dimmed" fz="var(--font-small)" role="status">
        {invoicesCountText(invoices)}
      </Text>
    </div>
    <div className="end text-end">
      <Text c="dimmed" fz="var(--font-small)">
        Total outstanding balance
      </Text>
      {outstandingTexts(invoices).map((amount) => (
        <p key={amount} className="figure">
          {amount}
        </p>
      ))}
      {found.unappliedCredits && (
        <Text c="dimmed" fz="var(--font-small)">
          You have {outstandingTexts(found.unappliedCredits).join(' and ')} in unapplied credit
        </Text>
      )}
    </div>
    <Statement
      customer={found.customer.name}
      invoiceId={found.matchedInvoice.id}
      onSearchAgain={onSearchAgain}
    />
  </section>
)

const NothingChosen = ({ isSelected }: { isSelected: boolean }) => (
  <Text className="panel card" c="dimmed" data-print="never">
    {isSelected
      ? 'Enter how much you want to pay on the selected invoices.'
      : 'Select the invoices you want to pay.'}
  </Text>
)

const PayingOff = () => (
  <Notice>
    <p>
      Online payment is turned off right now. Contact <ContactLink /> to pay.
    </p>
  </Notice>
)

/** At the bottom of the screen, for lists longer than the screen. A short list shows it only on phones. */
const TotalBar = ({ totalCents, isLong }: { totalCents: number; isLong: boolean }) => (
  <div className={`foot-bar line gap-4 between ${classes.bar}`} data-foot-bar data-long={isLong}>
    <p className="lead strong num">
      <Text span c="dimmed" fz="var(--font-small)">
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
