// The search result: the customer, their invoices, and which of them to pay.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Fallback } from '../../../shared/ui/fallback.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { PaymentSection } from '../attempt/payment-section.tsx'
import type { Payment } from '../attempt/use-payment.ts'
import { CustomerBanner } from './customer-banner.tsx'
import {
  type FoundInvoices,
  firstSelection,
  linesOf,
  mergeInvoices,
  outstandingTexts,
  type Selection,
  selectionOf,
  totalCents,
} from './invoices.ts'
import { InvoicesTable } from './invoices-table.tsx'
import { TotalBar } from './total-bar.tsx'

const loadHistory = () => import('./history-dialog.tsx')
const HistoryDialog = lazy(() => loadHistory().then((m) => ({ default: m.HistoryDialog })))

const HISTORY_FAILURE = (
  <Notice tone="negative">
    <p>Failed to load payment history</p>
  </Notice>
)

type InvoiceChoiceProps = {
  readonly found: FoundInvoices
  readonly payment: Payment
  readonly onSearchAgain: () => void
}

const NOTHING: Selection = new Map()
/** More invoices don't fit on a screen together with the payment. */
const LONG_COUNT = 8

export const InvoiceChoice = ({ found, payment, onSearchAgain }: InvoiceChoiceProps) => {
  const [chosen, setChosen] = useState(() => firstSelection(found))
  const [historyOf, setHistoryOf] = useState<PayableInvoice>()
  useEffect(() => void loadHistory().catch(() => {}), [])
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
  return (
    <>
      <CustomerBanner
        name={found.customer.name}
        outstanding={outstandingTexts(invoices)}
        invoiceCount={invoices.length}
      />
      <div>
        <InvoicesTable
          invoices={invoices}
          selection={selection}
          isLocked={step !== 'idle'}
          onSelect={setChosen}
          onHistory={setHistoryOf}
        />
        {hasForm && total > 0 ? (
          <TotalBar totalCents={total} isLong={invoices.length > LONG_COUNT} />
        ) : null}
      </div>
      {hasForm && hadTotal ? (
        // Hidden, not removed: retyping an amount makes the total 0 for a moment.
        <div hidden={total <= 0} data-print="never">
          <PaymentSection
            payment={payment}
            lines={linesOf(selection, invoices)}
            totalCents={total}
            onSearchAgain={onSearchAgain}
          />
        </div>
      ) : null}
      {historyOf ? (
        <Fallback instead={HISTORY_FAILURE}>
          <Suspense fallback={null}>
            <HistoryDialog invoice={historyOf} onClose={() => setHistoryOf(undefined)} />
          </Suspense>
        </Fallback>
      ) : null}
    </>
  )
}
