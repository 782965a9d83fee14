// The number beside a link of the navigation: gold if it waits for this person.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { StaffPath } from '@invoice-desk/contract/system/pages'
import classes from './nav-count.module.css'
import { PAGE_LOOKS } from './staff-pages.ts'

const COUNT_MAX = 99

type CountProps = {
  readonly path: StaffPath
  readonly counts: WorkspaceCounts | undefined
}

export const Count = ({ path, counts }: CountProps) => {
  const { count: shown } = PAGE_LOOKS[path]
  const count = shown && counts?.[shown.of]
  if (!shown || !count) return null
  if (count === true)
    return (
      <span className={classes.dot}>
        <span className="visually-hidden">{shown.text}</span>
      </span>
    )
  return (
    <span className={classes.count} data-waiting={shown.isWaiting ?? false}>
      {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
      <span className="visually-hidden"> {shown.text}</span>
    </span>
  )
}
