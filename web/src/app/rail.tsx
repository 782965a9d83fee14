// The staff navigation at the left: icons with words or, on tablets, icons alone.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import { type StaffPath, staffPageOf } from '@invoice-desk/contract/system/pages'
import { NavLink } from './nav-link.tsx'
import classes from './rail.module.css'

const GROUPS = ['Work', 'Setup'] as const

type RailProps = {
  readonly pages: readonly StaffPath[]
  readonly counts: WorkspaceCounts | undefined
}

export const Rail = ({ pages, counts }: RailProps) => (
  <nav className={classes.rail} aria-label="Workspace">
    {GROUPS.map((group) => (
      <div key={group} className={classes.group}>
        {pages.length > 0 ? <p className={classes.title}>{group}</p> : null}
        {pages
          .filter((path) => staffPageOf(path).group === group)
          .map((path) => (
            <NavLink key={path} path={path} counts={counts} className={classes.link} />
          ))}
      </div>
    ))}
  </nav>
)
