// The total of what is filtered, and how it splits up.

import { formatDollars } from '@invoice-desk/contract/values/money'
import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../../text/count-text.ts'

export type TotalsPart = {
  readonly label: string
  readonly count: number
  readonly amount: number
  /** Size of the bar segment, if that isn't the amount. */
  readonly share?: number
  /** Color of the bar segment. */
  readonly color: string
  /** By default, a dot in that color. */
  readonly mark?: ReactNode
}

type TotalsProps = {
  readonly amount: number
  /** What the amount is, if the page doesn't say it. */
  readonly name?: string
  /** Singular and plural: `['invoice', 'invoices']`. */
  readonly unit: readonly [string, string]
  /** Parts without any rows are left out. */
  readonly parts: readonly TotalsPart[]
}

export const Totals = ({ amount, name, unit: [one, many], parts }: TotalsProps) => {
  const present = parts.filter(({ count }) => count > 0)
  return (
    <section className="row mb-view" aria-label="Totals">
      <p className="figure">
        {formatDollars(amount)} {name ? <span className="compact muted plain">{name}</span> : null}
      </p>
      <Box flex="1 1 24rem" miw={0}>
        <div className="shares" aria-hidden="true">
          {present.map(({ label, amount, share = amount, color }) => (
            <span key={label} style={{ flexGrow: share, background: color }} />
          ))}
        </div>
        <ul className="wrap tight quiet mt-2">
          {present.map(({ label, count, amount, color, mark }) => (
            <li key={label} className="inline-line nowrap">
              {mark ?? <span className="swatch" style={{ background: color }} />}
              {label} <strong className="dark num">{formatDollars(amount)}</strong>{' '}
              <span aria-hidden="true">{formatCount(count)}</span>
              <span className="visually-hidden">
                {formatCount(count)} {count === 1 ? one : many}
              </span>
            </li>
          ))}
        </ul>
      </Box>
    </section>
  )
}
