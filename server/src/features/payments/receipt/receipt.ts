// Creates payment receipts. The email, the page and the link all give the same file.
import { readFile } from 'node:fs/promises'
import { businessDay } from '@invoice-desk/contract/business-day'
import { formatDate } from '@invoice-desk/contract/dates'
import { AppError } from '../../../app-error.ts'
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isPaid, openPaymentId } from '../attempt/outcome.ts'
import { type Attempt, findAttempt, type Line, listLines } from '../queries.ts'
import { renderReceipt } from './receipt-page.ts'

export const receiptOf = async (config: Config, attempt: Attempt, lines: readonly Line[]) => {
  const paidAt = attempt.capturedAt ?? attempt.createdAt
  // The same day as the booking in QuickBooks.
  const day = businessDay(paidAt, config.businessTimeZone)
  const number = `${day.replaceAll('-', '')}-${attempt.id.slice(0, 8).toUpperCase()}`
  const logo = await readLogo(config.businessLogo)
  const date = formatDate(day)
  const content = await renderReceipt({ number, date, paidAt, config, logo, attempt, lines })
  return { name: `receipt-${number}.pdf`, content }
}

/** Only paid attempts have a receipt. All other ids get the same error. */
export const openReceipt = async ({ config, database }: Dependencies, paymentId: string) => {
  const attempt = await findAttempt(database.db, openPaymentId(config, paymentId))
  if (!attempt || !isPaid(attempt)) throw new AppError('payment_unknown')
  return receiptOf(config, attempt, await listLines(database.db, attempt.id))
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')
/** The PDF library can't read interlaced PNGs, which have a nonzero byte here. */
const INTERLACE_AT = 28

/** The business's logo, if a PDF can hold it. A receipt is valid without one. */
const readLogo = async (path: string | undefined): Promise<Buffer | undefined> => {
  const file = path === undefined ? undefined : await readFile(path).catch(() => undefined)
  if (!file) return undefined
  const isPng = file.subarray(0, PNG.length).equals(PNG) && file[INTERLACE_AT] === 0
  return isPng || file.subarray(0, JPEG.length).equals(JPEG) ? file : undefined
}
