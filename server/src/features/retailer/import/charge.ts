// One charge or refund, as all exports come down to it.
import { createHash } from 'node:crypto'
import { decimalFromCents } from '@invoice-desk/contract/money'
import type { RetailerTransaction } from '@invoice-desk/contract/retailer'
import { type Card, cardUsed } from './card.ts'

export type Charge = {
  readonly id: string
  readonly date: string
  readonly amountCents: number
  readonly card: Card
  readonly orderId: string
  readonly orderUrl: string
}

/**
 * The same charge has the same id in every file. `occurrence` tells apart charges that a file shows
 * to be different though order, day, amount and card are equal, such as two equal parcels of one order.
 */
export const chargeId = (charge: Omit<Charge, 'id' | 'orderUrl'>, occurrence = 0): string => {
  const { orderId, date, amountCents, card } = charge
  const parts = [orderId, date, amountCents, card.brand, card.last4]
  const hash = createHash('sha256').update(
    JSON.stringify(occurrence === 0 ? parts : [...parts, occurrence]),
  )
  const hex = hash.digest('hex')
  return [0, 8, 12, 16, 20].map((at, i, all) => hex.slice(at, all[i + 1] ?? 32)).join('-')
}

const RETAILER_HOST = /(^|\.)amazon\.(com|[a-z]{2}|com?\.[a-z]{2})$/
const ORDER_ID = /^(\d{3}|[A-Z]\d{2})-\d{7}-\d{7}$/

/** The given address if it is the retailer's and https; without one, where the retailer shows this order. */
export const orderUrlOf = (orderId: string, given = ''): string => {
  if (given !== '') {
    const url = URL.parse(given)
    return url?.protocol === 'https:' && RETAILER_HOST.test(url.hostname) ? url.href : ''
  }
  if (!ORDER_ID.test(orderId)) return ''
  return orderId.startsWith('D')
    ? `https://www.amazon.com/gp/digital/your-account/order-summary.html?orderID=${orderId}`
    : `https://www.amazon.com/gp/your-account/order-details?orderID=${orderId}`
}

export const toTransaction = (charge: Charge): RetailerTransaction => ({
  id: charge.id,
  date: charge.date,
  amount: decimalFromCents(charge.amountCents),
  card_used: cardUsed(charge.card),
  order_id: charge.orderId,
  order_url: charge.orderUrl,
})
