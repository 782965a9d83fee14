// The table of accounts and their tools.
import type { ManagedAccount } from '@invoice-desk/contract/identity'
import { TOOL_LABELS, TOOLS } from '@invoice-desk/contract/tools'
import { Button } from '@mantine/core'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import classes from './accounts-table.module.css'

export type AccountAction = 'change' | 'disable' | 'enable'

type AccountsTableProps = {
  readonly accounts: readonly ManagedAccount[]
  readonly onAction: (action: AccountAction, account: ManagedAccount) => void
}

export const AccountsTable = ({ accounts, onAction }: AccountsTableProps) => {
  const columns: readonly Column<ManagedAccount>[] = [
    { header: 'Account', heading: true, cell: (account) => <Who account={account} /> },
    { header: 'Tools', cell: ({ tools }) => <Tools tools={tools} /> },
    { header: 'Status', cell: (account) => <Status account={account} /> },
    {
      header: 'Actions',
      align: 'end',
      cell: (account) => <Actions account={account} onAction={onAction} />,
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
  <div className={classes.who}>
    <span>{account.email}</span>
    {account.name ? <span className={classes.name}>{account.name}</span> : null}
    {account.source === 'domain' ? (
      <span className={classes.name}>From your Google domain</span>
    ) : null}
  </div>
)

const Tools = ({ tools }: Pick<ManagedAccount, 'tools'>) =>
  tools.length === 0 ? (
    <span className={classes.none}>None</span>
  ) : (
    <span className={classes.pills}>
      {TOOLS.filter((tool) => tools.includes(tool)).map((tool) => (
        <Pill key={tool}>{TOOL_LABELS[tool]}</Pill>
      ))}
    </span>
  )

const Status = ({ account }: Of) => (
  <span className={classes.pills}>
    {account.disabled ? (
      <Pill tone="negative">Disabled</Pill>
    ) : (
      <Pill tone="positive">Enabled</Pill>
    )}
    {account.admin ? <Pill tone="info">Administrator</Pill> : null}
  </span>
)

const Actions = ({ account, onAction }: Of & Pick<AccountsTableProps, 'onAction'>) => {
  if (account.locked) return <span className={classes.none}>Set by configuration</span>
  const toggle = account.disabled ? 'enable' : 'disable'
  return (
    <span className={classes.actions}>
      <Button
        variant="default"
        size="xs"
        aria-label={`Change ${account.email}`}
        onClick={() => onAction('change', account)}
      >
        Change
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={`${account.disabled ? 'Enable' : 'Disable'} ${account.email}`}
        onClick={() => onAction(toggle, account)}
      >
        {account.disabled ? 'Enable' : 'Disable'}
      </Button>
    </span>
  )
}
