// The orders report of Amazon Business: a row is an item and repeats the payment that it belongs to.
import { readCard } from '../card.ts'
import { readAmount, readDay, readOrderId } from '../cells.ts'
import { orderUrlOf } from '../charge.ts'
import { allOf, type Format, isCancelled } from './format.ts'

export const amazonBusiness: Format = {
  name: 'amazon_business',
  columns: ['orderid', 'orderstatus', 'paymentreferenceid', 'paymentdate', 'paymentamount'],
  groupAmount: 'same',
  readRow: (row) => {
    if (isCancelled(row('orderstatus'))) return { skipped: true }
    const order = readOrderId(row('orderid'))
    if ('problem' in order) return order
    const group = `${order.value} ${row('paymentreferenceid')}`
    const currency = row('currency')
    if (currency !== '' && currency !== 'USD') {
      return { problem: 'The currency is not US dollars.', group }
    }
    const reading = allOf({
      date: readDay(row('paymentdate') || row('orderdate')),
      amountCents: readAmount(row('paymentamount')),
    })
    if ('problem' in reading) return { ...reading, group }
    const card = readCard(row('paymentinstrumenttype'), row('paymentidentifier'))
    const orderId = order.value
    return { piece: { ...reading.value, orderId, orderUrl: orderUrlOf(orderId), card, group } }
  },
}
