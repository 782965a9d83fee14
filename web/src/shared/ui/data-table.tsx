// A table. On a phone each row has two lines: the name and the amount, then details and an action.
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
  /** Names the row, and starts its first line on a phone. */
  readonly heading?: boolean
  /** Where it goes on a phone. By default, the second line. */
  readonly phone?: PhonePlace
  /** Its name on a phone, by default the header. Empty if the value explains itself. */
  readonly phoneLabel?: string
  /** Left out on tablets and phones. */
  readonly wideOnly?: true
  /** Such as `34%`; by default, the contents decide. */
  readonly width?: string
  /** Makes the header a button that sorts by this column. */
  readonly sort?: Sort
}

/** `select`: before the name; `amount`: at the end of the first line; `action`: at the end of the second. */
type PhonePlace = 'select' | 'amount' | 'detail' | 'action' | 'hidden'

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

/** Rows that are drawn as lines would lose these in some browsers. */
const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

export const DataTable = <Row,>({
  caption,
  columns,
  rows,
  rowKey,
  layout,
}: DataTableProps<Row>) => (
  <div className={`panel ${classes.frame}`}>
    <table className={classes.table} data-layout={layout} {...ROLES.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              data-align={column.align}
              data-wide={column.wideOnly}
              aria-sort={column.sort?.direction}
              style={{ width: column.width }}
              {...ROLES.header}
            >
              <Header column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.group}>
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
  <tr data-row={id} {...ROLES.row}>
    {columns.map((column) => (
      <Cell key={column.header} column={column} row={row} />
    ))}
  </tr>
)

const TableRow = memo(PlainRow, hasSameCells) as typeof PlainRow

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const { header, align, heading, phone = 'detail', phoneLabel = header, cell } = column
  if (heading)
    return (
      <th scope="row" {...ROLES.rowHeader}>
        {cell(row)}
      </th>
    )
  const label = phone === 'detail' && phoneLabel !== '' ? phoneLabel : undefined
  return (
    <td
      data-align={align}
      data-wide={column.wideOnly}
      data-phone={phone}
      data-label={label}
      {...ROLES.cell}
    >
      {cell(row)}
    </td>
  )
}
