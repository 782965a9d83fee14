// Tables of measurements.
import type { Options } from './options.ts'

export type Row = Readonly<Record<string, string | number>>

export type Table = {
  readonly title: string
  readonly rows: readonly Row[]
  /** What a reader needs to know about the numbers. */
  readonly note?: string
}

export type Bench = {
  readonly name: string
  readonly run: (options: Options) => Promise<readonly Table[]>
}

export const tableLines = (rows: readonly Row[]): string[] => {
  const columns = Object.keys(rows[0] ?? {})
  const widthOf = (column: string) =>
    Math.max(column.length, ...rows.map((row) => String(row[column] ?? '').length))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(columns.map((column) => column.padEnd(widthOf(column)))),
    line(columns.map((column) => '-'.repeat(widthOf(column)))),
    ...rows.map((row) =>
      line(columns.map((column) => String(row[column] ?? '').padEnd(widthOf(column)))),
    ),
  ]
}

export const printTable = ({ title, rows, note }: Table): void => {
  console.log(`\n${title}\n`)
  for (const line of tableLines(rows)) console.log(line)
  if (note) console.log(`\n${note}`)
}

export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`
export const milliseconds = (time: number): string => `${time.toFixed(time < 10 ? 2 : 0)} ms`
export const perSecond = (rate: number): string =>
  rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en-US')
export const times = (ratio: number): string => `${ratio.toFixed(2)} ×`
export const counted = (count: number): string => count.toLocaleString('en-US')
