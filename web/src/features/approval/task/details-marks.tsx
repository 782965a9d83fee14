// What marks an invoice's details: its status, how they compare with the document, and possible duplicates.
import type { Task } from '@invoice-desk/contract/approval/approval'
import {
  BILL_STATUSES,
  billStatusFrom,
  taskStatusOf,
} from '@invoice-desk/contract/bills/bill-status'
import { VisuallyHidden } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { today } from '../../../shared/text/today.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { IconCircleCheck } from '../../../shared/ui/icons.ts'
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
    <div className={`row tight small ${classes.banner}`} style={colors}>
      {isKnown ? <StatusMark status={known} /> : null}
      <p>
        <span className="visually-hidden">Status: </span>
        <strong>{isKnown ? label : status.name}</strong>
      </p>
      {age ? <span className="end">Submitted {age}</span> : null}
    </div>
  )
}

/** For a color that isn't in our table. Text stays readable on it. */
const softly = (color: string) => ({
  background: `color-mix(in srgb, ${color} 25%, var(--surface))`,
  color: 'var(--text)',
})

type Check = NonNullable<Task['details']['documentCheck']>['amount'] | undefined

/** Marks a value that is in the invoice's document, or says what the document has instead. */
export const Agrees = ({ check }: { check: Check }) =>
  check?.result === 'agrees' && !check.found ? (
    <span
      className={`tone body ${classes.agrees}`}
      data-tone="positive"
      title="Matches the document"
    >
      <IconCircleCheck size="1em" aria-hidden />
      <VisuallyHidden>, matches the document</VisuallyHidden>
    </span>
  ) : null

type DiffersProps = { readonly check: Check; readonly format?: (found: string) => string }

export const Differs = ({ check, format = String }: DiffersProps) =>
  check?.result === 'differs' ? (
    <dd className={`small medium ${classes.differs}`}>
      The document says {format(check.found ?? '')}
    </dd>
  ) : null

/** Warns about earlier invoices that look like this one. */
export const BECAUSE = {
  same_number: 'the same invoice number',
  same_file: 'the same file',
} as const

export const Duplicates = ({ task: { duplicates } }: { task: Task }) =>
  duplicates.length === 0 ? null : (
    <Notice tone="warning">
      <p>This invoice looks similar to earlier ones:</p>
      <ul className="bullets">
        {duplicates.map(({ id, invoiceNumber, status, because }) => (
          <li key={`${id}-${because}`}>
            <AppLink to={paths.approveInvoice(id)}>{invoiceNumber}</AppLink> ({status}) has{' '}
            {BECAUSE[because]}
          </li>
        ))}
      </ul>
    </Notice>
  )
