// The connections to outside services.
import { ConnectionCard } from '../features/accounting/connection-card.tsx'
import { Page } from '../shared/ui/page.tsx'

export const ConnectionsPage = () => (
  <Page
    title="Manage Connections"
    width="text"
    intro="We record approved invoices and customer payments in the QuickBooks company connected here."
  >
    <ConnectionCard />
  </Page>
)
