// The numbers of a chart, which its table shows too.
export type Series = { readonly name: string; readonly label: string; readonly color: string }
export type ChartRow = {
  readonly key: string
  readonly label: string
  /** The list behind the numbers. */
  readonly link: string
  /** Dollars by series. */
  readonly values: Readonly<Record<string, number>>
}

export type ChartProps = {
  readonly rows: readonly ChartRow[]
  readonly series: readonly Series[]
  readonly stacked?: boolean
  readonly height: number
}
