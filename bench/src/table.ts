// A measurement and how it is shown.

export type Row = Readonly<Record<string, string | number>>

export type Bench = {
  readonly name: string
  readonly title: string
  readonly run: () => Promise<readonly Row[]>
}

export const printTable = ({ title }: Bench, rows: readonly Row[]): void => {
  const columns = Object.keys(rows[0] ?? {})
  const widthOf = (column: string) =>
    Math.max(column.length, ...rows.map((row) => String(row[column] ?? '').length))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(`\n${title}\n`)
  console.log(line(columns.map((column) => column.padEnd(widthOf(column)))))
  console.log(line(columns.map((column) => '-'.repeat(widthOf(column)))))
  for (const row of rows) {
    console.log(line(columns.map((column) => String(row[column] ?? '').padEnd(widthOf(column)))))
  }
}

export const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`
export const megabytes = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`
