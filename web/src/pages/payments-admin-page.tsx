// Where staff see what became of every payment, look after those that need it, and know that the books agree.
import { AttemptDialog } from '../features/payments/admin/attempt-dialog.tsx'
import { AttemptsList } from '../features/payments/admin/attempts-list.tsx'
import { useAttemptsView } from '../features/payments/admin/use-attempts-view.ts'
import { ReconciliationCard } from '../features/payments/reconciliation/reconciliation-card.tsx'
import { Page } from '../shared/ui/page.tsx'

export const PaymentsAdminPage = () => {
  const { view, onView, openId, onOpen, onClose } = useAttemptsView()
  return (
    <Page
      title="Payments"
      intro="What became of every payment that a customer began here, and whether the books agree."
    >
      <ReconciliationCard onOpen={onOpen} />
      <AttemptsList view={view} onView={onView} onOpen={onOpen} />
      {openId ? <AttemptDialog key={openId} id={openId} onClose={onClose} /> : null}
    </Page>
  )
}
