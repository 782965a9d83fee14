// Defines a charge or refund, its id, its card and its order link.
import { hash } from 'node:crypto'
import type { RetailerTransaction } from '@invoice-desk/contract/retailer/retailer'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { retailerTransaction } from '../../../db/schema/retailer.ts'

export type Charge = Readonly<
  Omit<typeof retailerTransaction.$inferSelect, 'searchText' | 'importId'>
>

/** All that we store about a card. */
export type Card = Pick<Charge, 'cardBrand' | 'cardLast4'>

/**
 * The same charge has the same id in every file. `occurrence` tells apart different charges with the same order,
 * day, amount and card, such as two equal packages of one order.
 */
export const chargeId = (charge: Omit<Charge, 'id' | 'orderUrl'>, occurrence = 0): string => {
  const { orderId, date, amountCents, cardBrand, cardLast4 } = charge
  const parts = [orderId, date, amountCents, cardBrand, cardLast4]
  const hex = hash('sha256', JSON.stringify(occurrence === 0 ? parts : [...parts, occurrence]))
  return [0, 8, 12, 16, 20].map((at, i, all) => hex.slice(at, all[i + 1] ?? 32)).join('-')
}

const RETAILER_HOST = /(^|\.)amazon\.(com|[a-z]{2}|com?\.[a-z]{2})$/
const ORDER_ID = /^(\d{3}|[A-Z]\d{2})-\d{7}-\d{7}$/

/** The given URL if it's an https URL of the retailer. Without one, the retailer's page for this order. */
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

/** We store only these names, so a person's name or a number next to them can't slip through. */
const INSTRUMENTS: readonly (readonly [pattern: RegExp, brand: string, isCard: boolean])[] = [
  [/gift/i, 'Gift Card', false],
  [/reward|points/i, 'Rewards', false],
  [/invoice/i, 'Pay by Invoice', false],
  [/bank|checking|debit account/i, 'Bank Account', false],
  [/visa/i, 'Visa', true],
  [/master\s*card/i, 'Mastercard', true],
  [/american\s*express|amex/i, 'American Express', true],
  [/discover/i, 'Discover', true],
  [/diners/i, 'Diners Club', true],
  [/jcb/i, 'JCB', true],
  [/union\s*pay/i, 'UnionPay', true],
  [/maestro/i, 'Maestro', true],
  [/store\s*card/i, 'Store Card', true],
]

/** The card in a text such as `Visa ****4840` or `Gift Certificate/Card and Visa - 7944`. */
export const readCard = (text: string, identifier = ''): Card => {
  if (text === '' && identifier === '') return { cardBrand: '', cardLast4: '' }
  const found = INSTRUMENTS.filter(([pattern]) => pattern.test(text))
  const isCard = found.length === 0 || found.some(([, , card]) => card)
  const brand = found.map(([, name]) => name).join(' and ')
  // We don't store numbers of gift cards, invoices or bank accounts.
  return { cardBrand: brand || 'Card', cardLast4: isCard ? last4Of(text, identifier) : '' }
}

/** `identifier` has just the last digits, without leading zeros if a spreadsheet removed them. */
const last4Of = (text: string, identifier: string): string => {
  const digits = identifier.replace(/\D/g, '')
  if (digits !== '') return digits.slice(-4).padStart(4, '0')
  return /(\d{4})\D*$/.exec(text)?.[1] ?? ''
}

export const cardUsed = ({ cardBrand, cardLast4 }: Card): string =>
  cardLast4 === '' ? cardBrand : `${cardBrand} ending in ${cardLast4}`

export const toTransaction = (charge: Charge): RetailerTransaction => ({
  id: charge.id,
  date: charge.date,
  amount: decimalFromCents(charge.amountCents),
  card_used: cardUsed(charge),
  order_id: charge.orderId,
  order_url: charge.orderUrl,
})
