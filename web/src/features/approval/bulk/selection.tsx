// Which pending invoices are selected. Only those in the list count, so no hidden one is ever decided.
import type { PendingInvoice } from '@invoice-desk/contract/approval'
import { Checkbox, type CheckboxProps } from '@mantine/core'
import { createContext, use, useState } from 'react'
import type { Column } from '../../../shared/ui/data-table.tsx'

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

const RowCheckbox = ({ id, invoiceNumber }: PendingInvoice) => {
  const { ids, onSelect } = use(SelectionContext)
  return (
    <Checkbox
      aria-label={`Select ${invoiceNumber}`}
      checked={ids.has(id)}
      onChange={() => onSelect(toggled(ids, id))}
    />
  )
}

const AllCheckbox = ({ label, ...props }: Pick<CheckboxProps, 'label' | 'hiddenFrom'>) => {
  const { rows, ids, onSelect } = use(SelectionContext)
  const count = rows.filter(({ id }) => ids.has(id)).length
  const isAll = count === rows.length
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all invoices in the list' })}
      {...props}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={() => onSelect(new Set(isAll ? [] : rows.map(({ id }) => id)))}
    />
  )
}

/** For phones, where the table has no header. */
export const SelectAll = () => <AllCheckbox label="Select all" hiddenFrom="sm" />

export const SELECT_COLUMN: Column<PendingInvoice> = {
  header: 'Select',
  phone: 'select',
  control: <AllCheckbox />,
  cell: (row) => <RowCheckbox {...row} />,
}
