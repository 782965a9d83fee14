// Which pending invoices are selected. Only those in the list count, so no hidden one is ever decided.
import type { PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { type ComponentProps, createContext, use, useId, useState } from 'react'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import classes from './selection.module.css'

export type Ids = ReadonlySet<string>

/** With the id if it wasn't there, otherwise without it. */
export const toggled = (ids: Ids, id: string): Ids => {
  const changed = new Set(ids)
  if (!changed.delete(id)) changed.add(id)
  return changed
}

type Selection = {
  readonly rows: readonly PendingInvoice[]
  readonly ids: Ids
  readonly onSelect: (ids: Ids) => void
}

export const SelectionContext = createContext<Selection>({
  rows: [],
  ids: new Set(),
  onSelect: () => {},
})

/** The selected rows, in the order of the list. */
export const useSelection = (rows: readonly PendingInvoice[]) => {
  const [ids, onSelect] = useState<Ids>(new Set())
  return { selection: { rows, ids, onSelect }, selected: rows.filter(({ id }) => ids.has(id)) }
}

/** The browser's own, because the page must load quickly. */
const Box = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <input type="checkbox" className={classes.box} {...props} />
)

const RowBox = ({ id, invoiceNumber }: PendingInvoice) => {
  const { ids, onSelect } = use(SelectionContext)
  return (
    <Box
      aria-label={`Select ${invoiceNumber}`}
      checked={ids.has(id)}
      onChange={() => onSelect(toggled(ids, id))}
    />
  )
}

const AllBox = (props: Pick<ComponentProps<'input'>, 'id' | 'aria-label'>) => {
  const { rows, ids, onSelect } = use(SelectionContext)
  const count = rows.filter(({ id }) => ids.has(id)).length
  const isAll = count > 0 && count === rows.length
  return (
    <Box
      {...props}
      ref={(input) => {
        if (input) input.indeterminate = count > 0 && !isAll
      }}
      checked={isAll}
      onChange={() => onSelect(new Set(isAll ? [] : rows.map(({ id }) => id)))}
    />
  )
}

/** For phones, where the table has no header. */
export const SelectAll = () => {
  const id = useId()
  return (
    <div className={classes.all}>
      <AllBox id={id} />
      <label htmlFor={id}>Select all</label>
    </div>
  )
}

export const SELECT_COLUMN: Column<PendingInvoice, never> = {
  header: 'Select',
  phone: 'select',
  control: <AllBox aria-label="Select all invoices in the list" />,
  cell: (row) => <RowBox {...row} />,
}
