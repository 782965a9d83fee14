// The number beside a link of the navigation: gold if it waits for this person.
import type { WorkspaceCounts } from '@invoice-desk/contract/overview/overview'
import type { StaffPage } from '../features/identity/navigation.ts'
import classes from './nav-count.module.css'

const COUNT_MAX = 99

type Counted = { readonly count: number; readonly text: string; readonly isWaiting: boolean }

const countedFor = (label: StaffPage['label'], counts: WorkspaceCounts): Counted | undefined => {
  switch (label) {
    case 'Approvals':
      return { count: counts.pendingInvoices ?? 0, text: 'waiting', isWaiting: true }
    case 'Payments':
      return { count: counts.paymentsToReview ?? 0, text: 'to review', isWaiting: true }
    case 'Failed jobs':
      return { count: counts.failedJobs, text: 'failed', isWaiting: false }
    default:
      return undefined
  }
}

type CountProps = {
  readonly label: StaffPage['label']
  readonly counts: WorkspaceCounts | undefined
}

export const Count = ({ label, counts }: CountProps) => {
  if (!counts) return null
  if (label === 'Connections' && counts.connectionNeedsAttention)
    return (
      <span className={classes.dot}>
        <span className="visually-hidden">needs attention</span>
      </span>
    )
  const counted = countedFor(label, counts)
  if (!counted || counted.count === 0) return null
  const { count, text, isWaiting } = counted
  return (
    <span className={classes.count} data-waiting={isWaiting}>
      {count > COUNT_MAX ? `${COUNT_MAX}+` : count}
      <span className="visually-hidden"> {text}</span>
    </span>
  )
}
