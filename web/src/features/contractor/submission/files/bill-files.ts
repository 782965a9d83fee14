// Rules for the files of a bill in its form: the invoice comes first, then attachments.

import {
  FILES_TOO_LARGE,
  fileProblem,
  tooManyFiles,
} from '@invoice-desk/contract/bills/invoice-files'
import { CONTRACTOR_ERRORS } from '@invoice-desk/contract/contractor/contractor-errors'
import { FILE_BYTES_MAX, FILES_MAX } from '@invoice-desk/contract/values/limits'
import { type BillFile, isSameFile, type NewFile, type Page } from './bill-file.ts'

export const newFile = (file: File, photos?: readonly Page[]): NewFile => ({
  kind: 'new',
  name: file.name,
  bytes: file.size,
  file,
  ...(photos && { photos }),
})

const totalBytes = (files: readonly BillFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** The problem with all files together. */
export const filesProblem = (files: readonly BillFile[]): string | undefined => {
  if (files.length > FILES_MAX) return tooManyFiles(FILES_MAX)
  return totalBytes(files) > FILE_BYTES_MAX ? FILES_TOO_LARGE : undefined
}

const newFileProblem = (file: Readonly<{ name: string; size: number }>): string | undefined => {
  const problem = fileProblem(file)
  return problem && CONTRACTOR_ERRORS[problem].text
}

/** Adds the files that can be sent, and says why the others can't. */
export const addFiles = (
  files: readonly BillFile[],
  added: readonly NewFile[],
): { files: readonly BillFile[]; problems: readonly string[] } => {
  const isAlone = files.length + added.length === 1
  let list = files
  const problems: string[] = []
  for (const each of added) {
    const next = [...list, each]
    const problem = newFileProblem(each.file) ?? filesProblem(next)
    if (problem) problems.push(isAlone ? problem : `${each.name}: ${problem}`)
    else list = next
  }
  return { files: list, problems }
}

/** The photos that were taken, as pages of one file. */
export const photosIn = (files: readonly BillFile[]): readonly Page[] =>
  files.flatMap((file) => (file.kind === 'new' && file.photos) || [])

/** Adds the file of all photos, or replaces the one with fewer or more photos. */
export const addPhotos = (
  files: readonly BillFile[],
  joined: NewFile,
): { files: readonly BillFile[]; problems: readonly string[] } => {
  const place = files.findIndex((file) => file.kind === 'new' && file.photos)
  if (place < 0) return addFiles(files, [joined])
  const next = files.with(place, joined)
  const problem = filesProblem(next)
  return problem ? { files, problems: [problem] } : { files: next, problems: [] }
}

export const removeFile = (files: readonly BillFile[], file: BillFile): readonly BillFile[] =>
  files.filter((each) => !isSameFile(each, file))

/** Puts this file first. */
export const putFirst = (files: readonly BillFile[], file: BillFile): readonly BillFile[] => [
  file,
  ...removeFile(files, file),
]

/** `3 files, 1.2 MB`. */
export const countText = (files: readonly BillFile[]): string =>
  `${files.length} files, ${sizeText(totalBytes(files))}`

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
