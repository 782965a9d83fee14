// The page where staff find, total and export payments, review problems and reconcile.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { Button, Group, Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { attemptsQuery, downloadAttempts } from '../features/payments/admin/api.ts'
import { AttemptDialog } from '../features/payments/admin/attempt-dialog.tsx'
import { readView, useAttemptsView, VIEW_LABELS } from '../features/payments/admin/attempt-view.ts'
import { AttemptsList } from '../features/payments/admin/attempts-list.tsx'
import { useLinkPath } from '../features/payments/pay-links/use-link-path.ts'
import { PausedNotice } from '../features/payments/reconciliation/paused-notice.tsx'
import { ReconciliationCard } from '../features/payments/reconciliation/reconciliation-card.tsx'
import { useLoadBeforeUse } from '../shared/api/load-before-use.ts'
import { useEndless } from '../shared/lists/use-infinite-list.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { ViewTabs } from '../shared/ui/list/view-tabs.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

const loadLinks = () => import('../features/payments/pay-links/pay-link-dialog.tsx')
const PayLinkDialog = lazy(() => loadLinks().then((m) => ({ default: m.PayLinkDialog })))

export const PaymentsAdminPage = () => {
  const { view, onView, openId, link, onClose } = useAttemptsView()
  const linkPath = useLinkPath()
  useLoadBeforeUse(loadLinks)
  const list = useEndless(attemptsQuery(view))
  return (
    <Page
      title={staffTitle('/payments/admin')}
      intro="Every payment a customer started here, and whether your providers and QuickBooks agree."
      action={
        <Group gap="sm">
          <Button
            component={AppLink}
            variant="default"
            to={linkPath({ kind: 'new' })}
            preventScrollReset
          >
            Pay link
          </Button>
          <ExportButton label="Export" name="payments" onDownload={() => downloadAttempts(view)} />
        </Group>
      }
    >
      <Stack gap="md" mb="md">
        <PausedNotice />
        <ReconciliationCard />
      </Stack>
      <ViewTabs page="payments" builtIn={builtInViews(list.data?.last.counts)} read={readView} />
      <Loaded query={list} waiting={<TableSkeleton label="Loading payments..." />}>
        {(data) => <AttemptsList list={list} data={data} view={view} onView={onView} />}
      </Loaded>
      {openId ? <AttemptDialog key={openId} id={openId} onClose={onClose} /> : null}
      {link && !openId ? (
        <Suspense fallback={null}>
          <PayLinkDialog target={link} onClose={onClose} />
        </Suspense>
      ) : null}
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
