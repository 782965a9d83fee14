// The staff navigation on phones: the first pages as tabs, the others behind "More".
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { StaffPath } from '@invoice-desk/contract/system/pages'
import { useLocation } from 'react-router'
import { usePopup } from '../shared/browser/use-popup.ts'
import { IconDots } from '../shared/ui/icons.ts'
import { isAt, NavLink } from './nav-link.tsx'
import classes from './tab-bar.module.css'

const TABS_MAX = 5

type TabBarProps = {
  readonly pages: readonly StaffPath[]
  readonly counts: WorkspaceCounts | undefined
}

export const TabBar = ({ pages, counts }: TabBarProps) => {
  const { pathname } = useLocation()
  const { close, root, button, panel } = usePopup()
  const hasMore = pages.length > TABS_MAX
  const tabs = hasMore ? pages.slice(0, TABS_MAX - 1) : pages
  const others = pages.slice(tabs.length)
  return (
    <nav className={classes.bar} aria-label="Workspace">
      {tabs.map((path) => (
        <NavLink key={path} path={path} counts={counts} className={classes.tab} />
      ))}
      {hasMore ? (
        <div ref={root} className={classes.more}>
          <button
            type="button"
            className={classes.tab}
            data-current={others.some((path) => isAt(pathname, path))}
            {...button}
          >
            <IconDots size={19} stroke={1.75} aria-hidden />
            <span>More</span>
          </button>
          <div className={`panel ${classes.panel}`} {...panel}>
            {others.map((path) => (
              <NavLink
                key={path}
                path={path}
                counts={counts}
                className={classes.item}
                onClick={close}
              />
            ))}
          </div>
        </div>
      ) : null}
    </nav>
  )
}
