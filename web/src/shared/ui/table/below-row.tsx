// A row of a data table that shows more about the row above it, across all columns.
import type { ReactNode } from 'react'
import { withRole } from './data-table.tsx'

type BelowRowProps = { readonly columns: number; readonly children: ReactNode }

export const BelowRow = ({ columns, children }: BelowRowProps) => (
  <tr data-below {...withRole('row')}>
    <td colSpan={columns} {...withRole('cell')}>
      {children}
    </td>
  </tr>
)
