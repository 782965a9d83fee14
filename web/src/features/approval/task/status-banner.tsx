// The invoice's status in the color that came with it, with its mark and how long it has waited.
import type { Task } from '@invoice-desk/contract/approval/approval'
import {
  BILL_STATUSES,
  billStatusFrom,
  taskStatusOf,
} from '@invoice-desk/contract/bills/bill-status'
import { today } from '../../../shared/text/today.ts'
import { colorsOf, StatusMark } from '../../../shared/ui/status-chip.tsx'
import { ageOf } from '../pending/due.ts'
import classes from './details-card.module.css'

export const StatusBanner = ({ task: { status, details } }: { task: Task }) => {
  const known = billStatusFrom(status.name)
  const { isPending, label } = BILL_STATUSES[known]
  const own = taskStatusOf(known)
  const isKnown = own.name === status.name.toLowerCase()
  const colors = isKnown && own.color === status.color ? colorsOf(known) : softly(status.color)
  const age = isPending ? ageOf(String(details.dateCreated), today()) : ''
  return (
    <div className={classes.banner} style={colors}>
      {isKnown ? <StatusMark status={known} /> : null}
      <p>
        <span className="visually-hidden">Status: </span>
        <strong>{isKnown ? label : status.name}</strong>
      </p>
      {age ? <span className={classes.age}>Submitted {age}</span> : null}
    </div>
  )
}

/** For a color that isn't in our table. Text stays readable on it. */
const softly = (color: string) => ({
  background: `color-mix(in srgb, ${color} 25%, var(--surface))`,
  color: 'var(--text)',
})
