// The bar above the invoices: selecting many at once, showing paid ones, and why nothing can be selected.
import type { PayableInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { formatUsd } from '@invoice-desk/contract/values/money'
import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { countText } from '../../../shared/text/count-text.ts'
import { today } from '../../../shared/text/today.ts'
import { IconChevronDown } from '../../../shared/ui/icons.ts'
import { selectOverdue } from './invoice-list.ts'
import {
  isOpen,
  isPayable,
  type Selection,
  selectionState,
  toggleAll,
  totalCents,
} from './invoices.ts'
import classes from './list-bar.module.css'

export const LIST_NOTE_ID = 'invoices-note'

export type SelectProps = {
  readonly invoices: readonly PayableInvoice[]
  readonly selection: Selection
  /** Why the selection can't change during a payment. */
  readonly lockedText: string | undefined
  readonly onSelect: (change: (selection: Selection) => Selection) => void
}

type ListBarProps = SelectProps & {
  /** How many paid invoices can be folded. */
  readonly paidCount: number
  readonly isPaidShown: boolean
  readonly onPaidShown: (isShown: boolean) => void
}

export const ListBar = (props: ListBarProps) => {
  const { invoices, lockedText, paidCount, isPaidShown, onPaidShown } = props
  const note = noteOf(invoices, lockedText)
  const overdue = lockedText ? new Map() : selectOverdue(invoices, today())
  return (
    <div
      className={`row inset underlined ${classes.bar}`}
      data-empty={!note && overdue.size === 0 && paidCount === 0}
      data-print="never"
    >
      <div className={classes.all}>
        <AllCheckbox {...props} label="Select all invoices" />
      </div>
      {note ? (
        <Text id={LIST_NOTE_ID} c="dimmed" fz="var(--font-compact)">
          {note}
        </Text>
      ) : null}
      {overdue.size > 0 ? <PayOverdue overdue={overdue} onSelect={props.onSelect} /> : null}
      {paidCount > 0 ? (
        <button
          type="button"
          className={`inline-line compact end muted ${classes.paid}`}
          aria-expanded={isPaidShown}
          onClick={() => onPaidShown(!isPaidShown)}
        >
          {countText(paidCount, 'paid ')}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

const noteOf = (
  invoices: readonly PayableInvoice[],
  lockedText: string | undefined,
): string | undefined => {
  if (invoices.some(isPayable)) return lockedText
  return invoices.some(isOpen) ? 'Nothing to pay online' : 'Nothing to pay'
}

type PayOverdueProps = Pick<SelectProps, 'onSelect'> & { readonly overdue: Selection }

const PayOverdue = ({ overdue, onSelect }: PayOverdueProps) => {
  const [announced, setAnnounced] = useState('')
  const what = `${countText(overdue.size)}, ${formatUsd(totalCents(overdue))}`
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        fz="var(--font-compact)"
        className={`wrapping ${classes.overdue}`}
        onClick={() => {
          onSelect(() => overdue)
          setAnnounced(`Selected all overdue: ${what}.`)
        }}
      >
        Pay all overdue: {what}
      </Button>
      <span className="visually-hidden" role="status">
        {announced}
      </span>
    </>
  )
}

export const AllCheckbox = (props: SelectProps & { readonly label?: string }) => {
  const { invoices, selection, lockedText, onSelect, label } = props
  const span = selectionState(selection, invoices)
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all invoices' })}
      checked={span === 'all'}
      indeterminate={span === 'some'}
      disabled={lockedText !== undefined || !invoices.some(isPayable)}
      aria-describedby={noteOf(invoices, lockedText) ? LIST_NOTE_ID : undefined}
      onChange={() => onSelect((now) => toggleAll(now, invoices))}
    />
  )
}
