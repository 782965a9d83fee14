// The table of accounts and their tools.
import type { ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { ROLES, roleOf } from '@invoice-desk/contract/identity/roles'
import { TOOL_LABELS, TOOLS } from '@invoice-desk/contract/identity/tools'
import { Button, Group, Stack, Text } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { RowButton } from '../../../shared/ui/table/row-button.tsx'

export type AccountAction = 'change' | 'disable' | 'enable' | 'accept' | 'signOut'

type AccountsTableProps = {
  readonly accounts: readonly ManagedAccount[]
  /** Emails of people who never signed in. */
  readonly notSignedIn: readonly string[]
  /** Emails with which a different Google account tried to sign in. */
  readonly otherGoogle: readonly string[]
  readonly onAction: (action: AccountAction, account: ManagedAccount) => void
}

export const AccountsTable = (props: AccountsTableProps) => {
  const { accounts, notSignedIn, otherGoogle, onAction } = props
  const columns: readonly Column<ManagedAccount>[] = [
    { header: 'Account', heading: true, cell: (account) => <Who account={account} /> },
    { header: 'Role', phoneLabel: '', width: '26%', cell: (account) => <Role account={account} /> },
    {
      header: 'Status',
      phoneLabel: '',
      cell: (account) => (
        <>
          <Status account={account} hasNeverSignedIn={notSignedIn.includes(account.email)} />
          {otherGoogle.includes(account.email) ? (
            <OtherGoogle account={account} onAction={onAction} />
          ) : null}
        </>
      ),
    },
    {
      header: 'Actions',
      align: 'end',
      phone: 'action',
      cell: (account) => (
        <Actions
          account={account}
          hasNeverSignedIn={notSignedIn.includes(account.email)}
          onAction={onAction}
        />
      ),
    },
  ]
  return (
    <DataTable
      caption="Accounts"
      columns={columns}
      rows={accounts}
      rowKey={(account) => account.email}
    />
  )
}

type Of = { readonly account: ManagedAccount }

const Who = ({ account }: Of) => (
  <>
    {account.email}
    <Text c="dimmed" fz="sm">
      {account.name}
    </Text>
    {account.source === 'domain' ? (
      <Text c="dimmed" fz="sm">
        From your Google domain
      </Text>
    ) : null}
  </>
)

/** The tools, unless they are those of a role. */
const Role = ({ account }: Of) => {
  const { admin, tools } = account
  const role = roleOf(account)
  if (admin)
    return (
      <Stack gap={4} align="flex-start">
        <Pill tone="info">Administrator</Pill>
        {role ? null : <Tools tools={tools} />}
      </Stack>
    )
  return role ? ROLES[role].label : <Tools tools={tools} />
}

const Tools = ({ tools }: Pick<ManagedAccount, 'tools'>) => {
  const labels = TOOLS.filter((tool) => tools.includes(tool)).map((tool) => TOOL_LABELS[tool])
  return (
    <Text inherit c="dimmed">
      {labels.length === TOOLS.length ? 'All tools' : labels.join(', ') || 'No tools'}
    </Text>
  )
}

const Status = ({ account, hasNeverSignedIn }: Of & { hasNeverSignedIn: boolean }) => {
  if (account.disabled) return <Pill tone="neutral">Disabled</Pill>
  if (hasNeverSignedIn) return <Pill tone="info">Not signed in yet</Pill>
  return <Pill tone="positive">Enabled</Pill>
}

const OtherGoogle = ({ account, onAction }: Of & Pick<AccountsTableProps, 'onAction'>) => (
  <Group gap={6} mt={6}>
    <Pill tone="warning">Different Google account</Pill>
    <RowButton label="Let in" name={account.email} onClick={() => onAction('accept', account)} />
  </Group>
)

type ActionsProps = Of & { hasNeverSignedIn: boolean } & Pick<AccountsTableProps, 'onAction'>

const Actions = ({ account, hasNeverSignedIn, onAction }: ActionsProps) => {
  const signOut =
    account.disabled || hasNeverSignedIn ? null : (
      <RowButton
        label="Sign out everywhere"
        name={account.email}
        onClick={() => onAction('signOut', account)}
      />
    )
  if (account.locked)
    return (
      <Group justify="flex-end" gap={6}>
        <Text inherit c="dimmed">
          Set by configuration
        </Text>
        <PreferencesLink account={account} />
        {signOut}
      </Group>
    )
  const toggle = account.disabled ? 'Enable' : 'Disable'
  return (
    <Group justify="flex-end" gap={6}>
      <PreferencesLink account={account} />
      {signOut}
      <RowButton label="Change" name={account.email} onClick={() => onAction('change', account)} />
      <RowButton
        label={toggle}
        name={account.email}
        onClick={() => onAction(account.disabled ? 'enable' : 'disable', account)}
      />
    </Group>
  )
}

/** For approvers, such as one who is sick and can't name a delegate. */
const PreferencesLink = ({ account: { email, tools, disabled } }: Of) =>
  tools.includes('approve_invoice') && !disabled ? (
    <Button
      component={AppLink}
      to={paths.preferences(email)}
      variant="default"
      size="xs"
      aria-label={`Preferences ${email}`}
    >
      Preferences
    </Button>
  ) : null
