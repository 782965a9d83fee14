// The numbers of a chart, which its table shows too.
export type Series = { readonly name: string; readonly label: string; readonly color: string }
export type ChartRow = {
  readonly key: string
  readonly label: string
  /** The list behind the whole row, if it's one list. */
  readonly link?: string
  /** Dollars by series, and the list behind each. */
  readonly values: Readonly<Record<string, number>>
  readonly links: Readonly<Record<string, string>>
}

export type ChartProps = {
  readonly rows: readonly ChartRow[]
  readonly series: readonly Series[]
  readonly stacked?: boolean
  readonly height: number
}
