// `Retail.OrderHistory.N.csv` of a data request: a row is an item, and the items of a parcel are one charge.
import { readCard } from '../card.ts'
import { readAmount, readDay, readOrderId } from '../cells.ts'
import { orderUrlOf } from '../charge.ts'
import { allOf, type Format, isCancelled } from './format.ts'

export const orderHistory: Format = {
  name: 'order_history',
  columns: [
    'website',
    'orderid',
    'orderdate',
    'totalowed|totalamount',
    'carriernametrackingnumber',
  ],
  groupAmount: 'sum',
  readRow: (row) => {
    if (isCancelled(row('orderstatus'))) return { skipped: true }
    const order = readOrderId(row('orderid'))
    if ('problem' in order) return order
    const group = `${order.value} ${row('carriernametrackingnumber')}`
    const currency = row('currency')
    if (currency !== '' && currency !== 'USD') {
      return { problem: 'The currency is not US dollars.', group }
    }
    const reading = allOf({
      // The card is charged when the parcel leaves.
      date: readDay(row('shipdate') || row('orderdate')),
      amountCents: readAmount(row('totalowed') || row('totalamount')),
    })
    if ('problem' in reading) return { ...reading, group }
    const card = readCard(row('paymentinstrumenttype') || row('paymentmethodtype'))
    const orderId = order.value
    return { piece: { ...reading.value, orderId, orderUrl: orderUrlOf(orderId), card, group } }
  },
}
