// The staff navigation at the left: icons with words or, on tablets, icons alone.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { StaffPage } from '../features/identity/navigation.ts'
import { NavLink } from './nav-link.tsx'
import classes from './rail.module.css'

const GROUPS = ['Work', 'Setup'] as const

type RailProps = {
  readonly pages: readonly StaffPage[]
  readonly counts: WorkspaceCounts | undefined
}

export const Rail = ({ pages, counts }: RailProps) => (
  <nav className={classes.rail} aria-label="Workspace">
    {GROUPS.map((group) => (
      <div key={group} className={classes.group}>
        {pages.length > 0 ? <p className={classes.title}>{group}</p> : null}
        {pages
          .filter((page) => page.group === group)
          .map((page) => (
            <NavLink key={page.to} page={page} counts={counts} className={classes.link} />
          ))}
      </div>
    ))}
  </nav>
)
