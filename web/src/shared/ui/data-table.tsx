// A table that becomes a list of cards on a phone, each value then beside the name of its column.
import { useMediaQuery } from '@mantine/hooks'
import { memo, type ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  readonly header: string
  /** In place of the header's word where there is room for it, such as a checkbox for all rows. */
  readonly control?: ReactNode
  /** A function that stays the same spares a long table from being drawn again as it grows. */
  readonly cell: (row: Row) => ReactNode
  /** `end` for figures and actions. */
  readonly align?: 'start' | 'end'
  /** The one that names the row; it heads the card on a phone. */
  readonly heading?: boolean
  /** Makes the header a button that asks for this column's order. */
  readonly sort?: Sort
}

export type Sort = {
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onToggle: () => void
}

/** As in the style sheet. */
const PHONE = '(max-width: 47.99em)'

type DataTableProps<Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}

export const DataTable = <Row,>({ caption, columns, rows, rowKey }: DataTableProps<Row>) => (
  <div className={classes.frame}>
    <table className={classes.table}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              data-align={column.align}
              aria-sort={column.sort?.direction}
            >
              <Header column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} id={rowKey(row)} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  </div>
)

/** There is no header to press on a phone, only one to be read out: the page offers the same in another way. */
const Header = <Row,>({ column: { header, control, sort } }: { column: Column<Row> }) => {
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  if (isPhone) return header
  if (control) return control
  if (!sort) return header
  return (
    <button
      type="button"
      className={classes.sort}
      data-direction={sort.direction}
      onClick={sort.onToggle}
    >
      {header}
    </button>
  )
}

type TableRowProps<Row> = {
  readonly id: string
  readonly columns: readonly Column<Row>[]
  readonly row: Row
}

const hasSameCells = <Row,>(was: TableRowProps<Row>, is: TableRowProps<Row>): boolean =>
  was.row === is.row &&
  was.columns.length === is.columns.length &&
  was.columns.every(({ cell }, index) => cell === is.columns[index]?.cell)

const DrawnRow = <Row,>({ id, columns, row }: TableRowProps<Row>) => (
  <tr data-row={id}>
    {columns.map((column) => (
      <Cell key={column.header} column={column} row={row} />
    ))}
  </tr>
)

const TableRow = memo(DrawnRow, hasSameCells) as typeof DrawnRow

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const { header, align, heading, cell } = column
  if (heading) return <th scope="row">{cell(row)}</th>
  return (
    <td data-label={header} data-align={align}>
      {cell(row)}
    </td>
  )
}
