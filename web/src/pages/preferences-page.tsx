// Where people see the browsers they're signed in with, and approvers choose their emails and who acts for them while they're
// away. Administrators can do the latter for others.
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { preferencesQuery } from '../features/approval/preferences/api.ts'
import { PreferencesForm } from '../features/approval/preferences/preferences-form.tsx'
import { accountQuery } from '../features/identity/api.ts'
import { SessionsCard } from '../features/identity/sessions/sessions-card.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

export const PreferencesPage = () => {
  const [params] = useSearchParams()
  const person = params.get('email') ?? undefined
  const account = useQuery(accountQuery)
  const isApprover = account.data?.tools.includes('approve_invoice') ?? false
  const query = useQuery({
    ...preferencesQuery(person),
    enabled: isApprover || person !== undefined,
  })
  const name = query.data?.name || person
  const isOwn = person === undefined
  return (
    <Page
      title={isOwn ? staffTitle('/preferences') : `Preferences of ${name}`}
      width="text"
      {...((isApprover || !isOwn) && {
        intro:
          'Choose how to hear about invoices that need approval, and who acts during an absence.',
      })}
    >
      <Stack gap="var(--gap)">
        {!isOwn || isApprover || account.isPending ? (
          <Loaded query={query} waiting={<TableSkeleton rows={4} />}>
            {(preferences) => (
              <PreferencesForm key={preferences.email} {...{ preferences, person }} />
            )}
          </Loaded>
        ) : null}
        {isOwn ? <SessionsCard /> : null}
      </Stack>
    </Page>
  )
}
