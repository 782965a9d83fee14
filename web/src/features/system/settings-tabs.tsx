// Links between the parts of the settings.
import { useLocation } from 'react-router'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { paths } from '../../shared/navigation/paths.ts'
import classes from '../../shared/ui/page-tabs.module.css'

const TABS = [
  { to: paths.settings(), label: 'Business' },
  { to: paths.health(), label: 'Health' },
] as const

export const SettingsTabs = () => {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Parts of the settings"
      className={`beside gap-1 sunken scroll-x mb-view ${classes.tabs}`}
    >
      {TABS.map(({ to, label }) => (
        <AppLink
          key={to}
          to={to}
          className={`tab ${classes.tab}`}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {label}
        </AppLink>
      ))}
    </nav>
  )
}
