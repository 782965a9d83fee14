// The services this business is connected to.
import { ConnectionCard } from '../features/accounting/connection-card.tsx'
import { Page } from '../shared/ui/page.tsx'

export const ConnectionsPage = () => (
  <Page
    title="Manage Connections"
    width="text"
    intro="Approved invoices become bills, and customer payments are booked, in the company connected here."
  >
    <ConnectionCard />
  </Page>
)
