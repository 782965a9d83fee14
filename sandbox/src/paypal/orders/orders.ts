// Orders: created, shown, and approved by the payer.
import { notFound } from '../api/fault.ts'
import { MERCHANT, newId, newPayerId, now } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import { type Link, linkTo, type OrderRow, type Payer } from '../wire.ts'
import { readOrderRequest } from './check-order.ts'

export const createOrder = ({ books }: Merchant, body: unknown): OrderRow => {
  const request = readOrderRequest(body)
  return books.saveOrder({
    ...request,
    id: newId(),
    status: request.wallet ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    payer: undefined,
    choice: undefined,
    createdAtMs: Date.now(),
    create_time: now(),
    update_time: now(),
  })
}

export const getOrder = ({ books }: Merchant, id: string): OrderRow => {
  const row = books.findOrder(id)
  if (!row) throw notFound()
  return row
}

export const approveUrl = (url: string, orderId: string): string =>
  `${url}/checkoutnow?token=${orderId}`

const linksOf = ({ url }: Merchant, { id, status }: OrderRow): Link[] => {
  const self = `${url}/v2/checkout/orders/${id}`
  const links = [linkTo(self, 'self')]
  if (status === 'PAYER_ACTION_REQUIRED') links.push(linkTo(approveUrl(url, id), 'payer-action'))
  if (status === 'CREATED') links.push(linkTo(approveUrl(url, id), 'approve'))
  if (status === 'CREATED' || status === 'APPROVED')
    links.push(linkTo(self, 'update', 'PATCH'), linkTo(`${self}/capture`, 'capture', 'POST'))
  return links
}

const sourceOf = ({ payer, wallet }: OrderRow) => {
  if (!payer) return wallet ? { payment_source: { paypal: wallet } } : {}
  const { email_address, payer_id: account_id, name, address } = payer
  return {
    payment_source: {
      paypal: { email_address, account_id, account_status: 'VERIFIED', name, address },
    },
  }
}

/** The answer without `Prefer: return=representation`. */
export const minimalOrder = (merchant: Merchant, row: OrderRow) => ({
  id: row.id,
  status: row.status,
  ...sourceOf(row),
  links: linksOf(merchant, row),
})

const paymentsOf = ({ books }: Merchant, row: OrderRow) => {
  const found = books.captureOf(row.id)
  if (!found) return {}
  const refunds = books.refundsOf(found.capture.id).map(({ refund }) => refund)
  return { payments: { captures: [found.capture], ...(refunds.length > 0 && { refunds }) } }
}

export const capturedOrder = (merchant: Merchant, row: OrderRow) => ({
  ...minimalOrder(merchant, row),
  purchase_units: [{ reference_id: row.unit.reference_id, ...paymentsOf(merchant, row) }],
  ...(row.payer && { payer: row.payer }),
})

export const fullOrder = (merchant: Merchant, row: OrderRow) => ({
  ...minimalOrder(merchant, row),
  intent: 'CAPTURE',
  purchase_units: [{ ...row.unit, payee: MERCHANT, ...paymentsOf(merchant, row) }],
  ...(row.payer && { payer: row.payer }),
  create_time: row.create_time,
  update_time: row.update_time,
})

/** The payer is the wallet that the order names, or a sample buyer. */
export const approveOrder = (
  merchant: Merchant,
  id: string,
  choice: OrderRow['choice'],
): OrderRow => {
  const row = getOrder(merchant, id)
  if (row.status === 'COMPLETED') return row
  const payer: Payer = row.payer ?? {
    name: row.wallet?.name ?? { given_name: 'Robin', surname: 'Buyer' },
    email_address: row.wallet?.email_address ?? 'robin.buyer@wallet.example',
    payer_id: newPayerId(),
    address: { country_code: 'US' },
  }
  const approved = merchant.books.saveOrder(row, { status: 'APPROVED', payer, choice })
  if (row.status !== 'APPROVED')
    merchant.emit('CHECKOUT.ORDER.APPROVED', fullOrder(merchant, approved))
  return approved
}
