// The account menu's links, loaded only for people who are signed in.
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../shared/app-link.tsx'
import { paths } from '../../shared/paths.ts'
import { QueryScope } from '../../shared/queries.tsx'
import { accountQuery } from './api.ts'

type StaffLinksProps = { readonly className: string | undefined; readonly onFollow: () => void }

export const StaffLinks = (props: StaffLinksProps) => (
  <QueryScope>
    <Links {...props} />
  </QueryScope>
)

const TOOL_LINKS = [
  { tool: 'approve_invoice', label: 'Approve invoices', to: paths.approveInvoice() },
  { tool: 'create_vendor', label: 'Vendors', to: paths.vendors() },
  { tool: 'pay_invoice', label: 'Payments', to: paths.paymentsAdmin() },
  { tool: 'connections', label: 'Connections', to: paths.connections() },
  { tool: 'import_transactions', label: 'Amazon transactions', to: paths.amazonTransactions() },
] as const

const Links = ({ className, onFollow }: StaffLinksProps) => {
  const { data: account } = useQuery(accountQuery)
  if (!account) return null
  const links = [
    ...TOOL_LINKS.filter(({ tool }) => account.tools.includes(tool)),
    ...(account.admin ? [{ label: 'Accounts', to: paths.accounts() }] : []),
    { label: 'Failed jobs', to: paths.jobs() },
  ]
  return links.map(({ label, to }) => (
    <AppLink key={to} className={className} to={to} onClick={onFollow}>
      {label}
    </AppLink>
  ))
}
