// Names files for QuickBooks, where a bill gets each name only once.
import { parse } from 'node:path'

type Named = { readonly id: string; readonly name: string; readonly createdAt: string }

/** A repeated job finds the same names, also after a correction kept some of the files. */
export const attachmentNames = (files: readonly Named[], submittedAt: Date): string[] => {
  const isNew = ({ createdAt }: Named) => Date.parse(createdAt) > submittedAt.getTime()
  return files.map((file) => {
    const part = file.id.slice(0, 8)
    // The bill may already have an earlier file with the same name.
    if (isNew(file)) return withMark(file.name, `corrected ${part}`)
    const first = files.find((other) => other.name === file.name && !isNew(other))
    return first === file ? file.name : withMark(file.name, part)
  })
}

const withMark = (name: string, mark: string): string => {
  const { name: stem, ext } = parse(name)
  return `${stem} (${mark})${ext}`
}
