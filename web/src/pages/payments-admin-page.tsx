// The page where staff follow payments, review problems and reconcile.
import { AttemptDialog } from '../features/payments/admin/attempt-dialog.tsx'
import { AttemptsList } from '../features/payments/admin/attempts-list.tsx'
import { useAttemptsView } from '../features/payments/admin/attempts-view.tsx'
import { ReconciliationCard } from '../features/payments/reconciliation/reconciliation-card.tsx'
import { Page } from '../shared/ui/page.tsx'

export const PaymentsAdminPage = () => {
  const { view, onView, openId, onClose } = useAttemptsView()
  return (
    <Page
      title="Payments"
      intro="Every payment a customer started here, and whether your providers and QuickBooks agree."
    >
      <ReconciliationCard />
      <AttemptsList view={view} onView={onView} />
      {openId ? <AttemptDialog key={openId} id={openId} onClose={onClose} /> : null}
    </Page>
  )
}
