// Rules for the files of an invoice. The browser checks them before sending, the server before storing.
import { FILE_BYTES_MAX, FILE_EXTENSIONS } from '../values/limits.ts'

export const FILES_TOO_LARGE = 'Together, your files must be less than 10MB.'

export const tooManyFiles = (max: number): string =>
  max === 1 ? 'Please choose only one file.' : `You can attach at most ${max} files.`

/** The problem with a file's name or size; undefined if there is none. */
export const fileProblem = (
  file: Readonly<{ name: string; size: number }>,
): 'file_too_large' | 'file_empty' | 'file_type_refused' | undefined => {
  if (file.size > FILE_BYTES_MAX) return 'file_too_large'
  if (file.size === 0) return 'file_empty'
  return hasInvoiceExtension(file.name) ? undefined : 'file_type_refused'
}

export const hasInvoiceExtension = (name: string): boolean =>
  FILE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))
