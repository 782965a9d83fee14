// A table. On a phone each row has two lines: the name and the amount, then details and an action.
import { useMediaQuery } from '@mantine/hooks'
import { type AriaRole, memo, type ReactNode } from 'react'
import classes from './data-table.module.css'

export type Column<Row, Order extends string = string> = {
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
  /** The column's name on a phone, by default the header. Empty if the value explains itself. */
  readonly phoneLabel?: string
  /** Left out on tablets and phones. */
  readonly wideOnly?: true
  /** Such as `34%`; by default, the contents decide. */
  readonly width?: string
  /** Makes the header a button. Its first click sorts by this: `name` or, descending, `-name`. */
  readonly by?: Order
}

/** `select`: before the name; `amount`: at the end of the first line; `action`: at the end of the second. */
type PhonePlace = 'select' | 'amount' | 'detail' | 'action' | 'hidden'

const sortBy = <Order extends string>(
  first: Order,
  sort: Order | undefined,
  onSort: (sort: Order) => void,
) => {
  const other = first.startsWith('-') ? first.slice(1) : `-${first}`
  const isBy = sort === first || sort === other
  return {
    direction: isBy ? (sort.startsWith('-') ? 'descending' : 'ascending') : undefined,
    onToggle: () => onSort((sort === first ? other : first) as Order),
  } as const
}

/** Must match data-table.module.css. */
export const PHONE = '(max-width: 47.99em)'

type DataTableProps<Row, Order extends string> = {
  readonly caption: string
  readonly columns: readonly Column<Row, Order>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** `fixed`: the contents don't change the width of a column, so several tables line up. */
  readonly layout?: 'fixed'
  /** Shows a `BelowRow` below a row. Keep its identity stable, like that of a cell. */
  readonly below?: ((row: Row) => ReactNode) | undefined
  readonly sort?: Order | undefined
  readonly onSort?: ((sort: Order) => void) | undefined
}

/** Rows that are drawn as lines would lose their roles in some browsers. */
export const withRole = (role: AriaRole) => ({ role })

export const DataTable = <Row, Order extends string>({
  caption,
  columns,
  rows,
  rowKey,
  layout,
  below,
  sort,
  onSort,
}: DataTableProps<Row, Order>) => (
  <div className={`panel ${classes.frame}`}>
    <table className={classes.table} data-layout={layout} {...withRole('table')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...withRole('rowgroup')}>
        <tr {...withRole('row')}>
          {columns.map((column) => (
            <Header key={column.header} {...{ column, sort, onSort }} />
          ))}
        </tr>
      </thead>
      <tbody {...withRole('rowgroup')}>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} id={rowKey(row)} {...{ columns, row, below }} />
        ))}
      </tbody>
    </table>
  </div>
)

type HeaderProps<Row, Order extends string> = Pick<
  DataTableProps<Row, Order>,
  'sort' | 'onSort'
> & {
  readonly column: Column<Row, Order>
}

/** On a phone only screen readers get it, so it has no button; pages offer sorting in another way. */
const Header = <Row, Order extends string>({ column, sort, onSort }: HeaderProps<Row, Order>) => {
  const { header, control, by } = column
  const isPhone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  const sorting = by && onSort ? sortBy(by, sort, onSort) : undefined
  const button = sorting && (
    <button
      type="button"
      className={`inline-line ${classes.sort}`}
      data-direction={sorting.direction}
      onClick={sorting.onToggle}
    >
      {header}
    </button>
  )
  return (
    <th
      scope="col"
      data-align={column.align}
      data-wide={column.wideOnly}
      aria-sort={sorting?.direction}
      style={{ width: column.width }}
      {...withRole('columnheader')}
    >
      {(!isPhone && (control || button)) || header}
    </th>
  )
}

type TableRowProps<Row> = Pick<DataTableProps<Row, string>, 'below'> & {
  readonly id: string
  readonly columns: readonly Column<Row>[]
  readonly row: Row
}

const hasSameCells = <Row,>(was: TableRowProps<Row>, is: TableRowProps<Row>): boolean =>
  was.row === is.row &&
  was.below === is.below &&
  was.columns.length === is.columns.length &&
  was.columns.every(({ cell }, index) => cell === is.columns[index]?.cell)

const PlainRow = <Row,>({ id, columns, row, below }: TableRowProps<Row>) => (
  <>
    <tr data-row={id} {...withRole('row')}>
      {columns.map((column) => (
        <Cell key={column.header} {...{ column, row }} />
      ))}
    </tr>
    {below?.(row)}
  </>
)

const TableRow = memo(PlainRow, hasSameCells) as typeof PlainRow

const Cell = <Row,>({ column, row }: { column: Column<Row>; row: Row }) => {
  const { header, align, heading, phone = 'detail', phoneLabel = header, cell } = column
  if (heading)
    return (
      <th scope="row" {...withRole('rowheader')}>
        {cell(row)}
      </th>
    )
  const label = (phone === 'detail' && phoneLabel) || undefined
  return (
    <td
      data-align={align}
      data-wide={column.wideOnly}
      data-phone={phone}
      data-label={label}
      {...withRole('cell')}
    >
      {cell(row)}
    </td>
  )
}
