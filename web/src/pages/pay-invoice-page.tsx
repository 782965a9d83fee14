// The page where customers look up and pay invoices.
import { PayInvoice } from '../features/payments/pay-invoice.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const PayInvoicePage = () => (
  <Page {...publicPage('/pay-invoice')}>
    <PayInvoice />
  </Page>
)
