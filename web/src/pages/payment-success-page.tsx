// Where a payment that left the page for a challenge or a wallet comes back to.
import { Button } from '@mantine/core'
import { useSearchParams } from 'react-router'
import {
  type Confirmation,
  useConfirmation,
} from '../features/payments/attempt/use-confirmation.ts'
import { dollars } from '../features/payments/invoices/invoices.ts'
import { ReceiptLink } from '../features/payments/receipt/receipt-link.tsx'
import { ResultCard } from '../features/payments/receipt/result-card.tsx'
import { useGo } from '../shared/app-link.tsx'
import { paths } from '../shared/paths.ts'
import { Page, publicPage } from '../shared/ui/page.tsx'

const UNTOLD = [
  'This page does not know which payment you mean.',
  'If you have paid, your receipt comes by email.',
]

export const PaymentSuccessPage = () => {
  const [params] = useSearchParams()
  const sessionId = params.get('session_id')
  if (!sessionId) return <PaymentError message="No session ID found" hints={UNTOLD} />
  return <Confirmed sessionId={sessionId} />
}

const Confirmed = ({ sessionId }: { sessionId: string }) => {
  const confirmation = useConfirmation(sessionId)
  if (confirmation.status === 'refused') return <PaymentError message={confirmation.message} />
  if (confirmation.status === 'done') return <Thanks outcome={confirmation.outcome} />
  return <Waiting isLong={confirmation.status === 'processing'} />
}

type PaymentErrorProps = { readonly message: string; readonly hints?: readonly string[] }

const PaymentError = ({ message, hints = [] }: PaymentErrorProps) => (
  <Page title="Payment Error" width="card">
    <ResultCard tone="negative" action={<ToInvoices label="Return to Invoices" />}>
      <p>{message}</p>
      {hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </ResultCard>
  </Page>
)

const Waiting = ({ isLong }: { isLong: boolean }) => (
  <Page {...publicPage('/payment-success')}>
    <ResultCard tone="waiting">
      <p>
        {isLong
          ? "Your payment is being confirmed. Please don't pay again. We'll show the result here as soon as we know it."
          : 'Asking how your payment went.'}
      </p>
    </ResultCard>
  </Page>
)

type ThanksProps = Pick<Extract<Confirmation, { status: 'done' }>, 'outcome'>

const Thanks = ({ outcome }: ThanksProps) => (
  <Page title="Payment Successful!" width="card">
    <ResultCard
      tone="positive"
      action={
        <>
          <ReceiptLink url={outcome?.receiptUrl} />
          <ToInvoices label="Pay Another Invoice" />
        </>
      }
    >
      <p>Thank you for your payment. A confirmation email will be sent shortly.</p>
      {outcome ? (
        <p>
          {dollars(outcome.amount)} for invoice{outcome.invoiceNumbers.length === 1 ? '' : 's'}{' '}
          {outcome.invoiceNumbers.join(', ')}
        </p>
      ) : null}
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
