// Where administrators set what isn't a secret about the business.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../features/system/settings/api.ts'
import { SettingsForm } from '../features/system/settings/settings-form.tsx'
import { SettingsTabs } from '../features/system/settings-tabs.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

export const SettingsPage = () => {
  const query = useQuery(settingsQuery)
  return (
    <Page
      title={staffTitle('/settings')}
      width="text"
      intro="How your business appears to customers, contractors and staff, and how long you keep old data."
    >
      <SettingsTabs />
      <Loaded query={query} waiting={<TableSkeleton rows={6} />}>
        {(view) => <SettingsForm view={view} />}
      </Loaded>
    </Page>
  )
}
