// Plain-text tables for the console.

/**
 * Columns as wide as their widest cell.
 * @param {readonly (readonly (string | undefined)[])[]} rows
 */
export const table = (rows) => {
  /** @type {number[]} */
  const widths = []
  for (const row of rows) {
    row.forEach((cell = '', column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  }
  return rows
    .map((row) =>
      `  ${row.map((cell = '', column) => cell.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd(),
    )
    .join('\n')
}
