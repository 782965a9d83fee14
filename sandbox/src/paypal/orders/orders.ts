// Orders: made, shown, and approved by their payer.

import { notFound } from '../api/fault.ts'
import { MERCHANT, newId, newPayerId, now } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import type { Choice, Link, OrderRow, Payer } from '../wire.ts'
import { readOrderRequest } from './check-order.ts'

export const createOrder = ({ books }: Merchant, body: unknown): OrderRow => {
  const request = readOrderRequest(body)
  return books.saveOrder({
    ...request,
    id: newId(),
    // With a wallet named, PayPal waits for its owner; without, for whoever comes.
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
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }]
  const approve = { href: approveUrl(url, id), method: 'GET' }
  if (status === 'PAYER_ACTION_REQUIRED') links.push({ ...approve, rel: 'payer-action' })
  if (status === 'CREATED') links.push({ ...approve, rel: 'approve' })
  if (status !== 'COMPLETED' && status !== 'PAYER_ACTION_REQUIRED')
    links.push(
      { href: self, rel: 'update', method: 'PATCH' },
      { href: `${self}/capture`, rel: 'capture', method: 'POST' },
    )
  return links
}

const sourceOf = ({ payer, wallet }: OrderRow) => {
  if (payer)
    return {
      payment_source: {
        paypal: {
          email_address: payer.email_address,
          account_id: payer.payer_id,
          account_status: 'VERIFIED',
          name: payer.name,
          address: payer.address,
        },
      },
    }
  return wallet ? { payment_source: { paypal: wallet } } : {}
}

/** What a caller gets who did not ask for everything. */
export const minimalOrder = (merchant: Merchant, row: OrderRow) => ({
  id: row.id,
  status: row.status,
  ...sourceOf(row),
  links: linksOf(merchant, row),
})

const paymentsOf = ({ books }: Merchant, row: OrderRow, referenceId: string) => {
  const captures = books.capturesOf(row.id).filter((one) => one.referenceId === referenceId)
  const refunds = captures.flatMap(({ capture }) => books.refundsOf(capture.id))
  if (captures.length === 0) return {}
  return {
    payments: {
      captures: captures.map(({ capture }) => capture),
      ...(refunds.length > 0 && { refunds: refunds.map(({ refund }) => refund) }),
    },
  }
}

export const capturedOrder = (merchant: Merchant, row: OrderRow) => ({
  ...minimalOrder(merchant, row),
  purchase_units: row.units.map(({ reference_id }) => ({
    reference_id,
    ...paymentsOf(merchant, row, reference_id),
  })),
  ...(row.payer && { payer: row.payer }),
})

export const fullOrder = (merchant: Merchant, row: OrderRow) => ({
  ...minimalOrder(merchant, row),
  intent: 'CAPTURE',
  purchase_units: row.units.map((unit) => ({
    ...unit,
    payee: MERCHANT,
    ...paymentsOf(merchant, row, unit.reference_id),
  })),
  ...(row.payer && { payer: row.payer }),
  create_time: row.create_time,
  update_time: row.update_time,
})

/** The payer's window: whoever pays is the one the order named, or a sample buyer. */
export const approveOrder = (merchant: Merchant, id: string, choice: Choice): OrderRow => {
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
