// A table that turns into a list of cards on a phone, with each value beside its column name.
import { useMediaQuery } from '@mantine/hooks'
import { memo, type ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row> = {
  readonly header: string
  /** Replaces the header text on wide screens, e.g. a checkbox for all rows. */
  readonly control?: ReactNode
  /** Keep its identity stable, or a long table re-renders as it grows. */
  readonly cell: (row: Row) => ReactNode
  /** `end` for numbers and actions. */
  readonly align?: 'start' | 'end'
  /** Names the row, and is the title of its card on a phone. */
  readonly heading?: boolean
  /** Such as `34%`; by default, the contents decide. */
  readonly width?: string
  /** Makes the header a button that sorts by this column. */
  readonly sort?: Sort
}

export type Sort = {
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onToggle: () => void
}

/** For lists whose sort order is `name` or, descending, `-name`. The first click on the header sorts by `first`. */
export const sortBy = <Order extends string>(
  first: Order,
  sort: Order | undefined,
  onSort: (sort: Order) => void,
): Sort => {
  const [ascending, descending] = first.startsWith('-')
    ? [first.slice(1), first]
    : [first, `-${first}`]
  const isAscending = sort === ascending
  const next = isAscending ? descending : sort === descending ? ascending : first
  return {
    direction: isAscending ? 'ascending' : sort === descending ? 'descending' : undefined,
    onToggle: () => onSort(next as Order),
  }
}

/** Must match data-table.module.css. */
const PHONE = '(max-width: 47.99em)'

type DataTableProps<Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** `fixed`: the contents don't change the width of a column, so several tables line up. */
  readonly layout?: 'fixed'
}

export const DataTable = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  layout,
}: DataTableProps<Row>) => (
  <div className={`panel ${classes.frame}`}>
    <table className={classes.table} data-layout={layout}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              data-align={column.align}
              aria-sort={column.sort?.direction}
              style={{ width: column.width }}
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

/** On a phone only screen readers get the header, so it has no button; pages offer sorting in another way. */
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

const PlainRow = <Row,>({ id, columns, row }: TableRowProps<Row>) => (
  <tr data-row={id}>
    {columns.map((column) => (
      <Cell key={column.header} column={column} row={row} />
    ))}
  </tr>
)

const TableRow = memo(PlainRow, hasSameCells) as typeof PlainRow

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const { header, align, heading, cell } = column
  if (heading) return <th scope="row">{cell(row)}</th>
  return (
    <td data-label={header} data-align={align}>
      {cell(row)}
    </td>
  )
}
