// What a search found: the customer, the invoices, and which of them to pay.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Fallback } from '../../shared/ui/fallback.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { CustomerBanner } from './customer-banner.tsx'
import { type FoundInvoices, firstSelection, mergeInvoices, outstandingCents } from './invoices.ts'
import { InvoicesTable } from './invoices-table.tsx'

// Not needed to see the invoices; it follows once they are there.
const loadHistory = () => import('./history-dialog.tsx')
const HistoryDialog = lazy(() => loadHistory().then((m) => ({ default: m.HistoryDialog })))

export const InvoiceChoice = ({ found }: { found: FoundInvoices }) => {
  const [selection, setSelection] = useState(() => firstSelection(found))
  const [asked, setAsked] = useState<PayableInvoice>()
  useEffect(() => void loadHistory().catch(() => {}), [])
  const invoices = mergeInvoices(found)
  return (
    <>
      <CustomerBanner
        name={found.customer.name}
        outstandingCents={outstandingCents(invoices)}
        invoiceCount={invoices.length}
      />
      <InvoicesTable
        invoices={invoices}
        selection={selection}
        isLocked={false}
        onSelect={setSelection}
        onHistory={setAsked}
      />
      {asked ? (
        <Fallback instead={<HistoryFailure />}>
          <Suspense fallback={null}>
            <HistoryDialog invoice={asked} onClose={() => setAsked(undefined)} />
          </Suspense>
        </Fallback>
      ) : null}
    </>
  )
}

const HistoryFailure = () => (
  <Notice tone="negative">
    <p>Failed to load payment history</p>
  </Notice>
)
