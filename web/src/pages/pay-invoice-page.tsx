// Where customers look up their invoices and pay them.
import { PayDesk } from '../features/payments/pay-desk.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'

export const PayInvoicePage = () => (
  <Page {...publicPage('/pay-invoice')}>
    <PayDesk />
  </Page>
)
