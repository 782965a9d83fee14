// Where approvers choose their emails and who acts for them while they're away. Administrators can do it for others.
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { preferencesQuery } from '../features/approval/preferences/api.ts'
import { PreferencesForm } from '../features/approval/preferences/preferences-form.tsx'
import { Loaded } from '../shared/ui/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table-skeleton.tsx'

export const PreferencesPage = () => {
  const [params] = useSearchParams()
  const person = params.get('email') ?? undefined
  const query = useQuery(preferencesQuery(person))
  const name = query.data?.name || person
  return (
    <Page
      title={person === undefined ? 'Preferences' : `Preferences of ${name}`}
      width="text"
      intro="Choose how to hear about invoices that need approval, and who acts during an absence."
    >
      <Loaded query={query} waiting={<TableSkeleton rows={4} />}>
        {(preferences) => <PreferencesForm key={preferences.email} {...{ preferences, person }} />}
      </Loaded>
    </Page>
  )
}
