// Slow calls: which calls are slow, what other calls see, and that the work finishes.
import type { OrdersController } from '@paypal/paypal-server-sdk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import {
  answerWindow,
  clientOf,
  newRequestId,
  openPayPal,
  orderOf,
  refusalOf,
  setSwitches,
} from './support.ts'

const LONG_MS = 1_500
const HASTE_MS = 500

let sandbox: Sandbox
let orders: OrdersController
beforeAll(async () => {
  ;({ sandbox, orders } = await openPayPal())
})
afterEach(() => sandbox.reset())

const approved = async () => {
  const order = await orders.createOrder({ body: orderOf(), paypalRequestId: newRequestId() })
  const id = order.result.id ?? ''
  await answerWindow(sandbox, id, 'approve')
  return id
}
const statusOf = async (id: string) => (await orders.getOrder({ id })).result.status
const capture = (id: string, paypalRequestId: string, by = orders) =>
  by.captureOrder({ id, paypalRequestId })

describe('a slow capture', () => {
  it('is delayed, and other calls are not', async () => {
    await setSwitches(sandbox, { delayMs: 60_000, delayMatch: '/capture' })
    const id = await approved()
    await setSwitches(sandbox, { delayMs: LONG_MS, delayMatch: '/capture' })
    const from = Date.now()
    await capture(id, 'slow')
    expect(Date.now() - from).toBeGreaterThanOrEqual(LONG_MS - 10)
  })

  it('finishes after its caller has hung up; until then the order is approved', async () => {
    const id = await approved()
    const hasty = clientOf(sandbox, {}, HASTE_MS).orders
    await hasty.getOrder({ id })
    await setSwitches(sandbox, { delayMs: LONG_MS, delayMatch: '/capture' })
    await expect(capture(id, 'left', hasty)).rejects.toThrow()
    expect(await statusOf(id)).toBe('APPROVED')
    expect(await refusalOf(capture(id, 'left'))).toMatchObject({
      status: 409,
      issues: ['PREVIOUS_REQUEST_IN_PROGRESS'],
    })
    await expect.poll(() => statusOf(id)).toBe('COMPLETED')
    expect((await capture(id, 'left')).statusCode).toBe(200)
  })
})
