// A link of the staff navigation, with its icon.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import { type StaffPath, staffPageOf } from '@invoice-desk/contract/system/pages'
import { useLocation } from 'react-router'
import { AppLink } from '../shared/navigation/app-link.tsx'
import { Count } from './nav-count.tsx'
import { PAGE_LOOKS } from './staff-pages.ts'

/** At the page or at a part of it, such as `/settings/health`. */
export const isAt = (pathname: string, path: StaffPath): boolean =>
  `${pathname}/`.startsWith(`${path}/`)

type NavLinkProps = {
  readonly path: StaffPath
  readonly counts: WorkspaceCounts | undefined
  readonly className: string | undefined
  readonly onClick?: () => void
}

export const NavLink = ({ path, counts, ...props }: NavLinkProps) => {
  const { pathname } = useLocation()
  const { label } = staffPageOf(path)
  const { icon: PageIcon } = PAGE_LOOKS[path]
  return (
    <AppLink
      to={path}
      title={label}
      aria-current={isAt(pathname, path) ? 'page' : undefined}
      {...props}
    >
      <PageIcon size={19} stroke={1.75} aria-hidden />
      <span>{label}</span>
      <Count path={path} counts={counts} />
    </AppLink>
  )
}
