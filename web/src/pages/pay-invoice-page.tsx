// Where customers look up their invoices and pay them.
import { PayDesk } from '../features/payments/pay-desk.tsx'
import { pageSettings } from '../shared/page-settings.ts'
import { Page } from '../shared/ui/page.tsx'

export const PayInvoicePage = () => (
  <Page
    title="Pay Invoice"
    intro={`Look up an invoice from ${pageSettings.businessName} by its number and date, and pay it by card or PayPal.`}
  >
    <PayDesk />
  </Page>
)
