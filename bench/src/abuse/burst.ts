// Sends many calls at once without human checks: no more than the limit may succeed.

import { sendVerification } from '@invoice-desk/contract/contractor/contractor'
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { createCardPayment } from '@invoice-desk/contract/payments/payments'
import type { Answer } from '@invoice-desk/testing/http/caller'
import { cardBody } from '@invoice-desk/testing/payments/requests'
import type { Shop } from '@invoice-desk/testing/payments/shop'
import { RATE_LIMITS } from '../../../server/src/http/rate-limits.ts'
import type { LimitResult } from './limit-result.ts'

/** Below the limit of payments per address. */
export const CARDS_AT_ONCE = 50
const DAY_MS = 86_400_000

export const burst = async ({ desk, invoices }: Shop, tries: number): Promise<LimitResult[]> => {
  const countThrough = async (
    length: number,
    call: (n: number) => Promise<Answer>,
    isThrough: (answer: Answer) => boolean,
  ): Promise<number> => {
    const answers = await Promise.all(Array.from({ length }, (_, n) => call(n)))
    return answers.filter(isThrough).length
  }
  const searches = await countThrough(
    tries,
    (n) => {
      const date = new Date(n * DAY_MS).toISOString().slice(0, 10)
      return desk.call(searchInvoice, { body: { invoiceNumber: 'BURST', date } })
    },
    ({ body }) => body.code !== 'human_check_required',
  )
  const emails = await countThrough(
    tries,
    () => desk.call(sendVerification, { body: { email: 'burst@vendor.example' } }),
    ({ status }) => status === 200,
  )
  const open = await invoices(...Array<number>(CARDS_AT_ONCE).fill(10))
  const cards = await countThrough(
    CARDS_AT_ONCE,
    (n) => {
      const paymentMethodId = 'pm_card_visa_chargeDeclined'
      const body = { ...cardBody(open.slice(n, n + 1)), paymentMethodId }
      return desk.call(createCardPayment.stripe, { from: '198.51.100.1', body })
    },
    ({ body }) => body.code === 'payment_declined',
  )
  return [
    { what: 'searches', count: searches, max: RATE_LIMITS.proof_number_misses.points },
    { what: 'emails', count: emails, max: RATE_LIMITS.proof_verification_mailbox.points },
    { what: 'declined cards', count: cards, max: RATE_LIMITS.payments_at_once.points },
  ]
}
