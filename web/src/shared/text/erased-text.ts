// Says where a file is that an invoice once had.
import { formatDay } from './times.ts'

export const erasedText = (erasedAt: string): string =>
  `The file was erased on ${formatDay(erasedAt)}, because files are kept only for a limited time.`
