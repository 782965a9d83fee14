// Creates payment receipts. The email, the page and the link all give the same file.
import { businessDay } from '@invoice-desk/contract/business-day'
import { formatDate } from '@invoice-desk/contract/dates'
import { AppError } from '../../../app-error.ts'
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { findLogo, type Logo } from '../../../logo.ts'
import { isPaid, openPaymentId } from '../attempt/outcome.ts'
import { type Attempt, findAttempt, type Line, listLines } from '../queries.ts'
import { renderReceipt } from './receipt-page.ts'

export const receiptOf = async (config: Config, attempt: Attempt, lines: readonly Line[]) => {
  const paidAt = attempt.capturedAt ?? attempt.createdAt
  // The same day as the booking in QuickBooks.
  const day = businessDay(paidAt, config.businessTimeZone)
  const number = `${day.replaceAll('-', '')}-${attempt.id.slice(0, 8).toUpperCase()}`
  const logo = printable(findLogo(config.businessLogo))
  const date = formatDate(day)
  const content = await renderReceipt({ number, date, paidAt, config, logo, attempt, lines })
  return { name: `receipt-${number}.pdf`, number, date, content }
}

/** Only paid attempts have a receipt. All other ids get the same error. */
export const openReceipt = async ({ config, database }: Dependencies, paymentId: string) => {
  const attempt = await findAttempt(database.db, openPaymentId(config, paymentId))
  if (!attempt || !isPaid(attempt)) throw new AppError('payment_unknown')
  return receiptOf(config, attempt, await listLines(database.db, attempt.id))
}

/** The PDF library can't read interlaced PNGs, which have a nonzero byte here. */
const INTERLACE_AT = 28

/** A receipt is valid without a logo. */
const printable = (logo: Logo | undefined): Logo | undefined =>
  logo?.type === 'image/png' && logo.content[INTERLACE_AT] !== 0 ? undefined : logo
