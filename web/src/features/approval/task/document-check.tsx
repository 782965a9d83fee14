// Marks a value that is in the invoice's document, or says what the document has instead.
import type { Task } from '@invoice-desk/contract/approval/approval'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '../../../shared/ui/icons.ts'
import classes from './details-card.module.css'

type Check = NonNullable<Task['details']['documentCheck']>['amount'] | undefined

export const Agrees = ({ check }: { check: Check }) =>
  check?.result === 'agrees' && !check.found ? (
    <span className={classes.agrees} title="Matches the document">
      <IconCircleCheck size="1em" aria-hidden />
      <VisuallyHidden>, matches the document</VisuallyHidden>
    </span>
  ) : null

type DiffersProps = { readonly check: Check; readonly format?: (found: string) => string }

export const Differs = ({ check, format = String }: DiffersProps) =>
  check?.result === 'differs' ? (
    <dd className={classes.differs}>The document says {format(check.found ?? '')}</dd>
  ) : null
