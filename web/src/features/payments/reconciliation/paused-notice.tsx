// Says that customers can't pay because the database was restored from a backup, and ends that.
import { useQuery } from '@tanstack/react-query'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { reconciliationsQuery, useResume } from '../admin/api.ts'
import { formatDateTime } from '../admin/states.tsx'

export const PausedNotice = () => {
  const { data } = useQuery(reconciliationsQuery)
  const { isPending, mutate } = useResume(() => showToast('success', 'Customers can pay again.'))
  if (!data?.paused) return null
  const { since, canResume } = data.paused
  return (
    <Notice
      tone="negative"
      title="Customers can't pay right now"
      action={
        <BusyButton
          isBusy={isPending}
          busyLabel="Saving..."
          disabled={!canResume}
          onClick={() => mutate(undefined)}
        >
          Take payments again
        </BusyButton>
      }
    >
      <p>
        We noticed on {formatDateTime(since)} that the database was restored from a backup. Payments
        made after the backup are missing here, so a customer could pay an invoice twice.
      </p>
      <p>
        {canResume
          ? 'Read the reconciliation below and handle each difference. Then take payments again.'
          : 'Use “Reconcile now” to find them. You can take payments again once a reconciliation is complete.'}
      </p>
    </Notice>
  )
}
