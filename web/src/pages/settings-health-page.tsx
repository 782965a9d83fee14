// Where administrators test each service and keep track of what is left before going live.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { useSession } from '../features/identity/session/browser-session.ts'
import { Health } from '../features/system/health/health.tsx'
import { SettingsTabs } from '../features/system/settings-tabs.tsx'
import { Page } from '../shared/ui/page.tsx'

export const HealthPage = () => {
  const state = useSession()
  return (
    <Page
      title={staffTitle('/settings')}
      tabTitle="Health"
      intro="Check every service, and see what’s left before you go live."
    >
      <SettingsTabs />
      <Health person={state.status === 'signed-in' ? state.auth.email : ''} />
    </Page>
  )
}
