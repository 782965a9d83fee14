// The connections to outside services.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { ConnectionCard } from '../features/accounting/connection-card.tsx'
import { Page } from '../shared/ui/page.tsx'

export const ConnectionsPage = () => (
  <Page
    title={staffTitle('/connections')}
    width="text"
    intro="We record approved invoices and customer payments in the QuickBooks company connected here."
  >
    <ConnectionCard />
  </Page>
)
