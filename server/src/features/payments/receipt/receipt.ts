// The receipt of a payment: the same file in the mail, on the page and whenever it is asked for again.
import { businessDay } from '@invoice-desk/contract/business-day'
import { formatDate } from '@invoice-desk/contract/dates'
import { AppError } from '../../../app-error.ts'
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createPaymentIds, isPaid, receiptUrlOf } from '../attempt/outcome.ts'
import { METHOD_NAMES } from '../mails.ts'
import { type Attempt, findAttempt, type Line, listLines } from '../queries.ts'
import { readLogo } from './receipt-logo.ts'
import { type Business, type Receipt, renderReceipt } from './receipt-page.ts'

export type ReceiptFile = { readonly name: string; readonly content: Buffer }

export const createReceipts = ({ config, database }: Dependencies) => {
  const { db } = database
  const ids = createPaymentIds(config.keyring)

  const fileOf = async (attempt: Attempt, lines: readonly Line[]): Promise<ReceiptFile> => {
    const receipt = await receiptOf(config, attempt, lines)
    return { name: `receipt-${receipt.number}.pdf`, content: await renderReceipt(receipt) }
  }

  return {
    fileOf,
    urlOf: ({ id }: Attempt): string => receiptUrlOf(config, ids.seal(id)),
    /** Only what was paid has a receipt; whether there is a payment at all is nobody else's concern. */
    open: async (paymentId: string): Promise<ReceiptFile> => {
      const attempt = await findAttempt(db, ids.open(paymentId))
      if (!attempt || !isPaid(attempt)) throw new AppError('payment_unknown')
      return fileOf(attempt, await listLines(db, attempt.id))
    },
  }
}

const businessOf = async (config: Config): Promise<Business> => ({
  name: config.businessName,
  email: config.contactEmail,
  color: config.businessColor,
  logo: await readLogo(config.businessLogo),
})

const receiptOf = async (
  config: Config,
  attempt: Attempt,
  lines: readonly Line[],
): Promise<Receipt> => {
  const paidAt = attempt.capturedAt ?? attempt.createdAt
  // The day that the booking has.
  const day = businessDay(paidAt, config.businessTimeZone)
  return {
    number: `${day.replaceAll('-', '')}-${attempt.id.slice(0, 8).toUpperCase()}`,
    date: formatDate(day),
    paidAt,
    business: await businessOf(config),
    payer: [attempt.companyName, attempt.payerName, attempt.email],
    method: METHOD_NAMES[attempt.method],
    reference: attempt.reference ?? '',
    lines,
    totalCents: attempt.totalCents,
    refundedCents: attempt.refundedCents,
  }
}
