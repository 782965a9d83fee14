// Disputes: opening, listing, webhooks and outcomes.
import type { OrdersController } from '@paypal/paypal-server-sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WebhookEvent } from '../../src/paypal/webhooks/events.ts'
import type { Dispute } from '../../src/paypal/wire.ts'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf, postJson } from '../support.ts'
import { openReceiver, type Receiver } from '../webhook-receiver.ts'
import { answerWindow, call, newRequestId, openPayPal, orderOf } from './support.ts'

let sandbox: Sandbox
let orders: OrdersController
let receiver: Receiver
beforeEach(async () => {
  if (!sandbox) {
    receiver = await openReceiver()
    ;({ sandbox, orders } = await openPayPal())
    sandbox.setAppUrl(receiver.url)
  }
  await sandbox.reset()
  receiver.clear()
})

const paid = async (choice = 'approve') => {
  const order = await orders.createOrder({
    body: orderOf('10.00'),
    paypalRequestId: newRequestId(),
  })
  const id = order.result.id ?? ''
  await answerWindow(sandbox, id, choice)
  const { result } = await orders.captureOrder({ id, paypalRequestId: newRequestId() })
  return { id, captureId: result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '' }
}
const press = (path: string, body: Record<string, string> = {}) =>
  postJson(`${sandbox.url}/paypal${path}`, body)
const state = async () =>
  (await jsonOf<{ paypal: { disputes: Dispute[] } }>(fetch(`${sandbox.url}/state`))).paypal.disputes
const dispute = async (captureId: string, body: Record<string, string> = {}) => {
  expect((await press(`/captures/${captureId}/dispute`, body)).status).toBe(204)
  const [first] = (await list(`disputed_transaction_id=${captureId}`)).items
  return first?.dispute_id ?? ''
}
const list = (query = '') =>
  jsonOf<{ items: Dispute[]; links: { rel: string; href: string }[] }>(
    call(sandbox, `/v1/customer/disputes?${query}`),
  )
const read = (id: string) => jsonOf<Dispute>(call(sandbox, `/v1/customer/disputes/${id}`))
const captureStatus = async (id: string) =>
  (await jsonOf(call(sandbox, `/v2/payments/captures/${id}`))).status
const waitForEvent = async (type: string) => {
  const events = () => receiver.deliveries.map(({ body }) => JSON.parse(body) as WebhookEvent)
  const find = () => events().find(({ event_type }) => event_type === type)
  await receiver.until(() => find() !== undefined)
  return find()
}

describe('a dispute', () => {
  it('can be listed by capture, but only the full dispute contains the capture', async () => {
    const { captureId } = await paid()
    const other = await paid()
    const id = await dispute(captureId, { reason: 'DUPLICATE_TRANSACTION' })
    await dispute(other.captureId)
    const { items } = await list(`disputed_transaction_id=${captureId}`)
    expect(items).toEqual([
      expect.objectContaining({
        dispute_id: id,
        reason: 'DUPLICATE_TRANSACTION',
        status: 'OPEN',
        dispute_amount: { currency_code: 'USD', value: '10.00' },
        create_time: expect.any(String),
        update_time: expect.any(String),
        links: [expect.objectContaining({ rel: 'self' })],
      }),
    ])
    expect(items[0]).not.toHaveProperty('disputed_transactions')
    const whole = await read(id)
    expect(whole.disputed_transactions).toMatchObject([{ seller_transaction_id: captureId }])
    expect(JSON.stringify(whole)).not.toContain('attempt-1')
    expect((await list()).items).toHaveLength(2)
    expect(await state()).toHaveLength(2)
  })

  it('is in the list of the ten newest', async () => {
    for (let count = 0; count < 11; count += 1) await dispute((await paid()).captureId)
    const newestFirst = (await state()).map(({ dispute_id }) => dispute_id).reverse()
    const first = await list()
    expect(first.items.map(({ dispute_id }) => dispute_id)).toEqual(newestFirst.slice(0, 10))
    expect((await call(sandbox, '/v1/customer/disputes?page_size=50')).status).toBe(400)
  })

  it('sends webhooks when it opens, changes and ends, without the custom id', async () => {
    const { captureId } = await paid()
    const id = await dispute(captureId)
    const opened = await waitForEvent('CUSTOMER.DISPUTE.CREATED')
    expect(opened).toMatchObject({
      resource_type: 'dispute',
      resource: {
        dispute_id: id,
        status: 'OPEN',
        disputed_transactions: [{ seller_transaction_id: captureId }],
      },
    })
    expect(JSON.stringify(opened)).not.toContain('attempt-1')
    for (const status of ['WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW']) {
      receiver.clear()
      await press(`/disputes/${id}/update`, { status })
      expect(await waitForEvent('CUSTOMER.DISPUTE.UPDATED')).toMatchObject({ resource: { status } })
    }
    await press(`/disputes/${id}/resolve`, { outcome: 'RESOLVED_SELLER_FAVOUR' })
    expect(await waitForEvent('CUSTOMER.DISPUTE.RESOLVED')).toMatchObject({
      resource: {
        status: 'RESOLVED',
        dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
      },
    })
    expect(await captureStatus(captureId)).toBe('COMPLETED')
  })

  it('that the seller loses takes back the rest of the capture', async () => {
    const { captureId } = await paid()
    await press(`/captures/${captureId}/refund`, { value: '4.00' })
    const id = await dispute(captureId)
    await press(`/disputes/${id}/resolve`, { outcome: 'RESOLVED_BUYER_FAVOUR' })
    const reversed = await waitForEvent('PAYMENT.CAPTURE.REVERSED')
    expect(reversed).toMatchObject({
      resource: {
        amount: { value: '6.00' },
        links: expect.arrayContaining([
          expect.objectContaining({ rel: 'up', href: expect.stringContaining(captureId) }),
        ]),
      },
    })
    expect(JSON.stringify(reversed)).not.toContain('attempt-1')
    expect(await captureStatus(captureId)).toBe('REFUNDED')
    expect(await read(id)).toMatchObject({
      status: 'RESOLVED',
      dispute_amount: { value: '6.00' },
      dispute_outcome: {
        outcome_code: 'RESOLVED_BUYER_FAVOUR',
        amount_refunded: { value: '6.00' },
      },
      disputed_transactions: [{ transaction_status: 'REVERSED' }],
    })
  })

  it('opens once, ends once, and needs a paid capture', async () => {
    const { captureId } = await paid()
    const id = await dispute(captureId)
    expect(await dispute(captureId)).toBe(id)
    await press(`/disputes/${id}/resolve`, { outcome: 'CANCELED_BY_BUYER' })
    await press(`/disputes/${id}/resolve`, { outcome: 'RESOLVED_BUYER_FAVOUR' })
    expect((await read(id)).dispute_outcome).toEqual({ outcome_code: 'CANCELED_BY_BUYER' })
    expect(await captureStatus(captureId)).toBe('COMPLETED')
    const pending = await paid('pending')
    expect((await press(`/captures/${pending.captureId}/dispute`)).status).toBe(422)
    expect((await press(`/disputes/${id}/resolve`, { outcome: 'x' })).status).toBe(400)
    expect((await press(`/captures/${captureId}/dispute`, { reason: 'x' })).status).toBe(400)
  })

  it('needs an access token, and is gone after a reset', async () => {
    const { captureId } = await paid()
    const id = await dispute(captureId)
    const at = `${sandbox.url}/paypal/v1/customer/disputes`
    expect((await fetch(at)).status).toBe(401)
    expect((await fetch(`${at}/${id}`)).status).toBe(401)
    await sandbox.reset()
    expect(await state()).toEqual([])
    expect((await call(sandbox, `/v1/customer/disputes/${id}`)).status).toBe(404)
  })

  it('has buttons on the page of its order', async () => {
    const { id, captureId } = await paid()
    const page = async () => (await fetch(`${sandbox.url}/paypal/orders/${id}`)).text()
    expect(await page()).toContain(`formaction="/paypal/captures/${captureId}/dispute"`)
    const disputeId = await dispute(captureId)
    expect(await page()).toContain(`action="/paypal/disputes/${disputeId}/resolve"`)
  })
})
