// The transactions export of the Azad browser extension: a row is a charge or a refund of a card.
import { readCard } from '../card.ts'
import { readAmount, readDay, readOrderId } from '../cells.ts'
import { orderUrlOf } from '../charge.ts'
import { allOf, type Format, type Row } from './format.ts'

const azadWith = (cardColumn: string, moneyOut: 'positive' | 'negative'): Format => ({
  name: 'azad',
  columns: ['date', 'orderids', 'amount', cardColumn],
  groupAmount: 'sum',
  readRow: (row) => {
    if (isFooter(row)) return { skipped: true }
    const orderIds = row('orderids').split(/[\s,;]+/)
    const reading = allOf({
      date: readDay(row('date')),
      cents: readAmount(row('amount')),
      orderId: readOrderId(orderIds.join(', ')),
    })
    if ('problem' in reading) return reading
    const { date, cents, orderId } = reading.value
    const [firstUrl = ''] = row('orderurls').split(/[\s,;]+/)
    const orderUrl = orderUrlOf(orderIds[0] ?? '', firstUrl)
    const amountCents = moneyOut === 'negative' ? 0 - cents : cents
    return { piece: { date, amountCents, card: readCard(row(cardColumn)), orderId, orderUrl } }
  },
})

/** The file that the extension writes shows amounts as the retailer's page does: money out is below zero. */
export const azad = azadWith('carddetails', 'negative')

/** The extension's own data that came another way, such as through a script, with its field names. */
export const azadData = azadWith('cardinfo', 'positive')

/** The extension writes its table with the footer: the column names once more, or sums as formulas. */
const isFooter = (row: Row): boolean => /^(date|=SUBTOTAL)/i.test(row('date'))
