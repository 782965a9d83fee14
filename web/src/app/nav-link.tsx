// A link of the staff navigation, with its icon.
import {
  type Icon,
  IconAlertTriangle,
  IconBuildingStore,
  IconCircleCheck,
  IconCreditCard,
  IconPlugConnected,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react'
import { useLocation } from 'react-router'
import type { StaffPage } from '../features/identity/navigation.ts'
import { AppLink } from '../shared/app-link.tsx'

const ICONS: Readonly<Record<StaffPage['label'], Icon>> = {
  Approvals: IconCircleCheck,
  Payments: IconCreditCard,
  Vendors: IconBuildingStore,
  Purchases: IconShoppingBag,
  Connections: IconPlugConnected,
  Accounts: IconUsers,
  'Failed jobs': IconAlertTriangle,
}

type NavLinkProps = {
  readonly page: StaffPage
  readonly className: string | undefined
  readonly onClick?: () => void
}

export const NavLink = ({ page: { to, label }, ...props }: NavLinkProps) => {
  const { pathname } = useLocation()
  const PageIcon = ICONS[label]
  return (
    <AppLink to={to} title={label} aria-current={pathname === to ? 'page' : undefined} {...props}>
      <PageIcon size={19} stroke={1.75} aria-hidden />
      <span>{label}</span>
    </AppLink>
  )
}
