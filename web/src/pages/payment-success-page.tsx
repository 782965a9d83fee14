// Where a payment that left the page for a challenge or a wallet comes back to.
import { useSearchParams } from 'react-router'
import { paths } from '../shared/paths.ts'
import { Page } from '../shared/ui/page.tsx'
import { PlainLink } from '../shared/ui/plain-button.tsx'

export const PaymentSuccessPage = () => {
  const [params] = useSearchParams()
  if (!params.get('session_id')) {
    return (
      <Page title="Payment Error" width="card">
        <p>No session ID found</p>
        <PlainLink to={paths.payInvoice()}>Return to Invoices</PlainLink>
      </Page>
    )
  }
  return (
    <Page title="Payment Successful!" width="card">
      <p>Thank you for your payment. A confirmation email will be sent shortly.</p>
      <PlainLink to={paths.payInvoice()}>Pay Another Invoice</PlainLink>
    </Page>
  )
}
