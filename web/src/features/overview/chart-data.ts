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

const STEPS = [1, 2, 2.5, 5, 10]
const INTERVALS_MAX = 4

/** Round numbers from the lowest to the highest bar, with zero. */
export const ticksOf = ({
  rows,
  series,
  stacked = false,
}: Omit<ChartProps, 'height'>): number[] => {
  const heights = rows.flatMap(({ values }) => {
    const bars = series.map(({ name }) => values[name] ?? 0)
    if (!stacked) return bars
    return [sum(bars.filter((bar) => bar > 0)), sum(bars.filter((bar) => bar < 0))]
  })
  const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)]
  const rough = Math.max(1, (high - low) / INTERVALS_MAX)
  const scale = 10 ** Math.floor(Math.log10(rough))
  const step = scale * (STEPS.find((each) => each * scale >= rough) ?? 10)
  const first = Math.floor(low / step)
  return Array.from(
    { length: Math.ceil(high / step) - first + 1 },
    (_, index) => (first + index) * step,
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
