// Where administrators manage accounts and their tools.

import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { listAccounts } from '@invoice-desk/contract/identity/accounts'
import { TOOL_LABELS } from '@invoice-desk/contract/identity/tools'
import { staffTitle } from '@invoice-desk/contract/system/pages'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ACCOUNT_DRAFT } from '../features/identity/accounts/account-fields.ts'
import {
  AcceptGoogleQuestion,
  DisableQuestion,
  SignOutQuestion,
  useEnableAccount,
} from '../features/identity/accounts/account-questions.tsx'
import { type AccountAction, AccountsTable } from '../features/identity/accounts/accounts-table.tsx'
import { accountsQuery } from '../features/identity/accounts/api.ts'
import { useLoadBeforeUse } from '../shared/api/load-before-use.ts'
import { findDraft } from '../shared/drafts/drafts.ts'
import { EmptyState } from '../shared/ui/feedback/empty-state.tsx'
import { Loaded } from '../shared/ui/feedback/loaded.tsx'
import { Problem } from '../shared/ui/feedback/problem.tsx'
import { lazyPart } from '../shared/ui/lazy-part.tsx'
import { Page } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

const loadDialog = () => import('../features/identity/accounts/account-dialog.tsx')
const AccountDialog = lazyPart(loadDialog, 'AccountDialog')

/** Holds only the email, so a dialog always shows the account's latest version. */
type Doing = { readonly action: 'add' } | { readonly action: AccountAction; readonly email: string }

/** What someone typed before the session ended or the page was reloaded. */
const draftedIn = (): Doing | undefined => {
  const email = findDraft(ACCOUNT_DRAFT)
  if (email === undefined) return undefined
  return email === '' ? { action: 'add' } : { action: 'change', email }
}

export const AccountsPage = () => {
  useLoadBeforeUse(loadDialog)
  const query = useQuery(accountsQuery)
  const [doing, setDoing] = useState(draftedIn)
  const enabling = useEnableAccount()
  const close = () => setDoing(undefined)
  const chosen =
    doing && doing.action !== 'add'
      ? query.data?.accounts.find(({ email }) => email === doing.email)
      : undefined
  return (
    <Page
      title={staffTitle('/accounts')}
      intro={introOf(query.data)}
      action={
        query.data ? <Button onClick={() => setDoing({ action: 'add' })}>Add account</Button> : null
      }
    >
      {enabling.error ? <Problem error={enabling.error} /> : null}
      <Loaded query={query} waiting={<TableSkeleton rows={4} />}>
        {({ accounts, notSignedIn, otherGoogle }) =>
          accounts.length === 0 ? (
            <EmptyState title="No accounts yet." />
          ) : (
            <AccountsTable
              accounts={accounts}
              notSignedIn={notSignedIn}
              otherGoogle={otherGoogle}
              onAction={(action, account) =>
                action === 'enable'
                  ? enabling.enable(account)
                  : setDoing({ action, email: account.email })
              }
            />
          )
        }
      </Loaded>
      {doing?.action === 'add' ? <AccountDialog account={undefined} onClose={close} /> : null}
      {doing?.action === 'change' && chosen ? (
        <AccountDialog
          account={chosen}
          hasNeverSignedIn={query.data?.notSignedIn.includes(chosen.email) ?? false}
          onClose={close}
        />
      ) : null}
      {doing?.action === 'disable' && chosen ? (
        <DisableQuestion account={chosen} onClose={close} />
      ) : null}
      {doing?.action === 'accept' ? (
        <AcceptGoogleQuestion email={doing.email} onClose={close} />
      ) : null}
      {doing?.action === 'signOut' ? <SignOutQuestion email={doing.email} onClose={close} /> : null}
    </Page>
  )
}

const introOf = (listed: ResponseOf<typeof listAccounts> | undefined): string => {
  const intro = 'Who can sign in, and which tools each person can use.'
  if (!listed?.domain) return intro
  const tools = listed.domainTools.map((tool) => TOOL_LABELS[tool]).join(', ') || 'no tools'
  return `${intro} Anyone at ${listed.domain} can sign in. They start with ${tools} and appear here after their first sign-in.`
}
