// Where administrators read the audit log.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { ActivityList } from '../features/activity/activity-list.tsx'
import { downloadActivity, readView } from '../features/activity/api.ts'
import { useAddressView } from '../shared/lists/use-url-filters.ts'
import { ExportButton } from '../shared/ui/list/export-button.tsx'
import { Page } from '../shared/ui/page.tsx'

export const ActivityPage = () => {
  const [view, setView] = useAddressView(readView)
  return (
    <Page
      title={staffTitle('/activity')}
      intro="Who did what, and when. No one can change or delete these entries."
      action={
        <ExportButton
          label="Export CSV"
          name="activity"
          onDownload={() => downloadActivity(view)}
        />
      }
    >
      <ActivityList view={view} onView={setView} />
    </Page>
  )
}
