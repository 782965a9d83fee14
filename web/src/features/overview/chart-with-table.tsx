// A bar chart and the same numbers as a table, which screen readers always get.

import { formatDollars } from '@invoice-desk/contract/values/money'
import { useState } from 'react'
import { AppLink } from '../../shared/navigation/app-link.tsx'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import type { ChartProps, ChartRow } from './chart-data.ts'
import classes from './overview.module.css'

const Chart = lazyPart(() => import('./chart.tsx'), 'Chart')

type ChartWithTableProps = ChartProps & {
  /** What the chart shows. */
  readonly name: string
  /** The header of the first column. */
  readonly first: string
  /** Shown in place of a chart without any amount. */
  readonly empty: string
}

const totalOf = (rows: readonly ChartRow[], name: string): number =>
  rows.reduce((sum, { values }) => sum + (values[name] ?? 0), 0)

export const ChartWithTable = ({ name, first, empty, ...chart }: ChartWithTableProps) => {
  const { rows, series, height } = chart
  const [isTable, setIsTable] = useState(false)
  if (series.every((each) => totalOf(rows, each.name) === 0))
    return <p className="muted plain">{empty}</p>
  return (
    <figure>
      <figcaption className="row tight quiet mb-3">
        {series.map(({ name, label, color }) => (
          <span key={name} className="inline-line">
            <span className="swatch" style={{ background: color }} aria-hidden="true" />
            {label}{' '}
            <strong className="dark num">{formatDollars(Math.abs(totalOf(rows, name)))}</strong>
          </span>
        ))}
        <button
          type="button"
          className="link-button end"
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        >
          Show as table
        </button>
      </figcaption>
      {isTable ? null : (
        <div aria-hidden="true" style={{ height }}>
          <Chart {...chart} />
        </div>
      )}
      <div className={isTable ? 'scroll-x' : 'visually-hidden'}>
        <table className={`mini-table ${classes.table}`}>
          <caption className="visually-hidden">{name}</caption>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {series.map(({ name, label }) => (
                <th key={name} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, label, link, values, links }) => (
              <tr key={key}>
                <th scope="row">
                  <Linked to={isTable ? link : undefined}>{label}</Linked>
                </th>
                {series.map(({ name }) => (
                  <td key={name}>
                    <Linked to={isTable && values[name] ? links[name] : undefined}>
                      {formatDollars(values[name])}
                    </Linked>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** A hidden table has no links, which the keyboard would stop at. */
const Linked = ({ to, children }: { to: string | undefined; children: string }) =>
  to ? <AppLink to={to}>{children}</AppLink> : children
