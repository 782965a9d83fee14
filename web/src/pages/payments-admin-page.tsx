// The page where staff find, total and export payments, review problems and reconcile.
import { Box } from '@mantine/core'
import { attemptsQuery, downloadAttempts } from '../features/payments/admin/api.ts'
import { AttemptDialog } from '../features/payments/admin/attempt-dialog.tsx'
import { readView, useAttemptsView, VIEW_LABELS } from '../features/payments/admin/attempt-view.ts'
import { AttemptsList } from '../features/payments/admin/attempts-list.tsx'
import { ReconciliationCard } from '../features/payments/reconciliation/reconciliation-card.tsx'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { ViewTabs } from '../shared/ui/list/view-tabs.tsx'
import { Loaded } from '../shared/ui/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table-skeleton.tsx'
import { useEndless } from '../shared/use-endless.ts'

export const PaymentsAdminPage = () => {
  const { view, onView, openId, onClose } = useAttemptsView()
  const list = useEndless(attemptsQuery(view))
  return (
    <Page
      title="Payments"
      intro="Every payment a customer started here, and whether your providers and QuickBooks agree."
      action={
        <ExportButton label="Export" name="payments" onDownload={() => downloadAttempts(view)} />
      }
    >
      <Box mb="md">
        <ReconciliationCard />
      </Box>
      <ViewTabs page="payments" builtIn={builtInViews(list.data?.last.counts)} read={readView} />
      <Loaded query={list} waiting={<TableSkeleton label="Loading payments..." />}>
        {(data) => <AttemptsList list={list} data={data} view={view} onView={onView} />}
      </Loaded>
      {openId ? <AttemptDialog key={openId} id={openId} onClose={onClose} /> : null}
    </Page>
  )
}

type Counts = { readonly open: number; readonly review: number }

const builtInViews = (counts: Counts | undefined) =>
  [
    { name: VIEW_LABELS.all, query: '' },
    { name: VIEW_LABELS.open, query: 'view=open', count: counts?.open },
    { name: VIEW_LABELS.review, query: 'view=review', count: counts?.review, isUrgent: true },
  ] as const
