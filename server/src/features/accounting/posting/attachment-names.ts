// Names files for QuickBooks, where a bill gets each name only once.
import { parse } from 'node:path'

type Named = { readonly id: string; readonly name: string; readonly createdAt: string }

/** A repeated job finds the same names, also after a correction kept some of the files. */
export const attachmentNames = (files: readonly Named[], submittedAt: Date): string[] =>
  files.map(({ id, name, createdAt }, place) => {
    const part = id.slice(0, 8)
    // The bill may already have an earlier file with the same name.
    if (Date.parse(createdAt) > submittedAt.getTime()) return withMark(name, `corrected ${part}`)
    const isFirst = files.findIndex((file) => file.name === name) === place
    return isFirst ? name : withMark(name, part)
  })

const withMark = (name: string, mark: string): string => {
  const { name: stem, ext } = parse(name)
  return `${stem} (${mark})${ext}`
}
