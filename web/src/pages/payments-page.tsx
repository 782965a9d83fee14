// Where staff see what became of every payment, look after those that need it, and know that the books agree.
import { AttemptDialog } from '../features/payment-desk/attempt-dialog.tsx'
import { AttemptsList } from '../features/payment-desk/attempts-list.tsx'
import { ReconciliationCard } from '../features/payment-desk/reconciliation-card.tsx'
import { useAttemptsView } from '../features/payment-desk/use-attempts-view.ts'
import { Page } from '../shared/ui/page.tsx'

export const PaymentsPage = () => {
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
