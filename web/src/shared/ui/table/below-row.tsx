// A row of a data table that shows more about the row above it, across all columns.
import type { ReactNode } from 'react'
import { as } from './data-table.tsx'

type BelowRowProps = { readonly columns: number; readonly children: ReactNode }

export const BelowRow = ({ columns, children }: BelowRowProps) => (
  <tr data-below {...as('row')}>
    <td colSpan={columns} {...as('cell')}>
      {children}
    </td>
  </tr>
)
