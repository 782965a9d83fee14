// The page that a payment returns to after a bank challenge or a wallet.
import { formatDollars } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useConfirmation } from '../features/payments/attempt/use-confirmation.ts'
import { ReceiptLink } from '../features/payments/receipt/receipt-link.tsx'
import { ResultCard } from '../features/payments/receipt/result-card.tsx'
import { useGo } from '../shared/app-link.tsx'
import { paths } from '../shared/paths.ts'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const PaymentSuccessPage = () => {
  const [params] = useSearchParams()
  const sessionId = params.get('session_id')
  if (sessionId) return <Result sessionId={sessionId} />
  return (
    <PaymentError>
      <p>No session ID found</p>
      <p>We can't tell which payment you mean. If you paid, we'll email you a receipt.</p>
    </PaymentError>
  )
}

const Result = ({ sessionId }: { sessionId: string }) => {
  const confirmation = useConfirmation(sessionId)
  if (confirmation.status === 'refused') {
    return (
      <PaymentError>
        <p>{confirmation.message}</p>
      </PaymentError>
    )
  }
  if (confirmation.status !== 'done') {
    return (
      <Page {...publicPage('/payment-success')}>
        <ResultCard tone="waiting">
          <p>
            {confirmation.status === 'processing'
              ? "Your payment is being confirmed. Please don't pay again. We'll show the result here as soon as we know it."
              : "We're checking your payment."}
          </p>
        </ResultCard>
      </Page>
    )
  }
  const { outcome } = confirmation
  const receipt = <ReceiptLink url={outcome?.receiptUrl} />
  return (
    <Page title="Payment Successful!" width="card">
      <ResultCard
        tone="positive"
        action={
          <>
            {receipt}
            <ToInvoices label="Pay Another Invoice" />
          </>
        }
      >
        <p>Thank you for your payment. A confirmation email will be sent shortly.</p>
        {outcome ? (
          <p>
            {formatDollars(outcome.amount)} for invoice
            {outcome.invoiceNumbers.length === 1 ? '' : 's'} {outcome.invoiceNumbers.join(', ')}
          </p>
        ) : null}
      </ResultCard>
    </Page>
  )
}

const PaymentError = ({ children }: { children: ReactNode }) => (
  <Page title="Payment Error" width="card">
    <ResultCard tone="negative" action={<ToInvoices label="Return to Invoices" />}>
      {children}
    </ResultCard>
  </Page>
)

const ToInvoices = ({ label }: { label: string }) => {
  const go = useGo()
  return (
    <Button variant="default" onClick={() => go(paths.payInvoice())}>
      {label}
    </Button>
  )
}
