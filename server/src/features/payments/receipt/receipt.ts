// Creates payment receipts. The email, the page and the link all give the same file.

import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findPrintableLogo } from '../../../pdf/logo.ts'
import type { Config } from '../../../settings/config.ts'
import { isPaid, openPaymentId } from '../attempt/outcome.ts'
import { type Attempt, findAttempt, type Line, listLines } from '../queries.ts'
import { receiptFacts } from './receipt-facts.ts'
import { renderReceipt } from './receipt-page.ts'

export const receiptOf = async (config: Config, attempt: Attempt, lines: readonly Line[]) => {
  const facts = receiptFacts(config, attempt)
  const logo = findPrintableLogo(config)
  const content = await renderReceipt({ ...facts, config, logo, attempt, lines })
  return { ...facts, name: `receipt-${facts.number}.pdf`, content }
}

/** Only paid attempts have a receipt. All other ids get the same error. */
export const openReceipt = async ({ config, database }: Dependencies, paymentId: string) => {
  const attempt = await findAttempt(database.db, openPaymentId(config, paymentId))
  if (!attempt || !isPaid(attempt)) throw new AppError('payment_unknown')
  return receiptOf(config, attempt, await listLines(database.db, attempt.id))
}
