// A link of the staff navigation, with its icon.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import { useLocation } from 'react-router'
import type { StaffPage } from '../features/identity/navigation.ts'
import { AppLink } from '../shared/navigation/app-link.tsx'
import {
  type Icon,
  IconAdjustments,
  IconAlertTriangle,
  IconBuildingStore,
  IconCircleCheck,
  IconCreditCard,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconMailForward,
  IconPlugConnected,
  IconReceipt,
  IconSettings,
  IconShoppingBag,
  IconUsers,
} from '../shared/ui/icons.ts'
import { Count } from './nav-count.tsx'

export const PAGE_ICONS: Readonly<Record<StaffPage['label'], Icon>> = {
  Overview: IconLayoutDashboard,
  Approvals: IconCircleCheck,
  Invoices: IconReceipt,
  Payments: IconCreditCard,
  Vendors: IconBuildingStore,
  Purchases: IconShoppingBag,
  'Mail relay': IconMailForward,
  Preferences: IconAdjustments,
  Connections: IconPlugConnected,
  Accounts: IconUsers,
  'Approval rules': IconListCheck,
  Activity: IconHistory,
  Settings: IconSettings,
  'Failed jobs': IconAlertTriangle,
}

/** At the page or at a part of it, such as `/settings/health`. */
export const isAt = (pathname: string, to: string): boolean => `${pathname}/`.startsWith(`${to}/`)

type NavLinkProps = {
  readonly page: StaffPage
  readonly counts: WorkspaceCounts | undefined
  readonly className: string | undefined
  readonly onClick?: () => void
}

export const NavLink = ({ page: { to, label }, counts, ...props }: NavLinkProps) => {
  const { pathname } = useLocation()
  const PageIcon = PAGE_ICONS[label]
  return (
    <AppLink
      to={to}
      title={label}
      aria-current={isAt(pathname, to) ? 'page' : undefined}
      {...props}
    >
      <PageIcon size={19} stroke={1.75} aria-hidden />
      <span>{label}</span>
      <Count label={label} counts={counts} />
    </AppLink>
  )
}
