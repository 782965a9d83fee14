// The staff pages that an account can open, in the order of the navigation.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { getAccount } from '@invoice-desk/contract/identity/identity'
import type { Tool } from '@invoice-desk/contract/identity/tools'
import { paths } from '../../shared/navigation/paths.ts'

type Item = {
  readonly to: string
  readonly label: string
  readonly group: 'Work' | 'Setup'
  /** Who sees it; without one, every staff account. */
  readonly for?: Tool | 'admin'
}

const ITEMS = [
  { to: paths.overview(), label: 'Overview', group: 'Work' },
  { to: paths.approveInvoice(), label: 'Approvals', group: 'Work', for: 'approve_invoice' },
  { to: paths.invoices(), label: 'Invoices', group: 'Work', for: 'approve_invoice' },
  { to: paths.paymentsAdmin(), label: 'Payments', group: 'Work', for: 'pay_invoice' },
  { to: paths.vendors(), label: 'Vendors', group: 'Work', for: 'create_vendor' },
  {
    to: paths.amazonTransactions(),
    label: 'Purchases',
    group: 'Work',
    for: 'import_transactions',
  },
  { to: paths.mailRelay(), label: 'Mail relay', group: 'Work', for: 'mail_relay' },
  { to: paths.preferences(), label: 'Preferences', group: 'Setup' },
  { to: paths.connections(), label: 'Connections', group: 'Setup', for: 'connections' },
  { to: paths.accounts(), label: 'Accounts', group: 'Setup', for: 'admin' },
  { to: paths.approvalRules(), label: 'Approval rules', group: 'Setup', for: 'admin' },
  { to: paths.activity(), label: 'Activity', group: 'Setup', for: 'admin' },
  { to: paths.settings(), label: 'Settings', group: 'Setup', for: 'admin' },
  { to: paths.jobs(), label: 'Failed jobs', group: 'Setup', for: 'connections' },
] as const satisfies readonly Item[]

export type StaffPage = (typeof ITEMS)[number]

export const pagesFor = ({
  admin,
  tools,
}: Pick<ResponseOf<typeof getAccount>, 'admin' | 'tools'>): StaffPage[] =>
  ITEMS.filter((item: Item) => {
    if (item.for === undefined) return true
    return item.for === 'admin' ? admin : tools.includes(item.for)
  })
