// Repeated calls, and faults that make clients repeat calls.
import type { OrdersController } from '@paypal/paypal-server-sdk'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf, openSandbox, postJson, temporaryFolder } from '../support.ts'
import {
  answerWindow,
  call,
  clientOf,
  newRequestId,
  openPayPal,
  orderOf,
  refusalOf,
  setSwitches,
} from './support.ts'

let sandbox: Sandbox
let orders: OrdersController
beforeAll(async () => {
  ;({ sandbox, orders } = await openPayPal())
})
afterEach(() => sandbox.reset())

const create = (paypalRequestId: string) => orders.createOrder({ body: orderOf(), paypalRequestId })
const approved = async () => {
  const id = (await create(newRequestId())).result.id ?? ''
  await answerWindow(sandbox, id, 'approve')
  return id
}
const state = async () =>
  (
    await jsonOf<{ paypal: Record<'orders' | 'captures', unknown[]> }>(
      fetch(`${sandbox.url}/state`),
    )
  ).paypal
const setFault = (mode: string, match: string, more: { status?: number } = {}) =>
  postJson(`${sandbox.url}/faults`, { provider: 'paypal', mode, match, ...more })

describe('a request id', () => {
  it('creates one order: 201, then 200 with the same order', async () => {
    const first = await create('once')
    const second = await create('once')
    expect([first.statusCode, second.statusCode]).toEqual([201, 200])
    expect(second.result.id).toBe(first.result.id)
    expect((await state()).orders).toHaveLength(1)
  })

  it('takes the money once', async () => {
    const id = await approved()
    const capture = () => orders.captureOrder({ id, paypalRequestId: 'capture-once' })
    const [first, second] = [await capture(), await capture()]
    expect([first.statusCode, second.statusCode]).toEqual([201, 200])
    expect(second.result.purchaseUnits).toEqual(first.result.purchaseUnits)
    expect((await state()).captures).toHaveLength(1)
  })

  it('can be used again after a refusal', async () => {
    const id = (await create(newRequestId())).result.id ?? ''
    const capture = () => orders.captureOrder({ id, paypalRequestId: 'again' })
    await answerWindow(sandbox, id, 'decline')
    expect(await refusalOf(capture())).toMatchObject({ issues: ['INSTRUMENT_DECLINED'] })
    await answerWindow(sandbox, id, 'approve')
    expect((await capture()).result.status).toBe('COMPLETED')
  })

  it('is refused while its first call is running', async () => {
    await setSwitches(sandbox, { delayMs: 2_000 })
    const [one, two] = await Promise.allSettled([create('at once'), create('at once')])
    const refused = one.status === 'rejected' ? one : two
    expect(refused).toMatchObject({ reason: { statusCode: 409 } })
    expect((await state()).orders).toHaveLength(1)
  })

  it('survives a restart', async () => {
    const dataDir = temporaryFolder()
    const before = await openSandbox(dataDir)
    const ask = (at: Sandbox) =>
      clientOf(at).orders.createOrder({ body: orderOf(), paypalRequestId: 'kept' })
    const first = await ask(before)
    await before.close()
    const second = await ask(await openSandbox(dataDir))
    expect([second.statusCode, second.result.id]).toEqual([200, first.result.id])
  })
})

describe('a fault', () => {
  it('before the work changes nothing', async () => {
    await setFault('error', 'POST /v2/checkout/orders')
    expect(await refusalOf(create('after-error'))).toMatchObject({
      status: 500,
      name: 'INTERNAL_SERVER_ERROR',
    })
    expect((await state()).orders).toEqual([])
    expect((await create('after-error')).statusCode).toBe(201)
  })

  it.each(['timeout-after', 'cut'])(
    'of mode %s takes the money, and a repeat finds the capture',
    async (mode) => {
      const id = await approved()
      await setFault(mode, '/capture')
      const capture = (by = orders) => by.captureOrder({ id, paypalRequestId: `lost-${mode}` })
      const hasty = clientOf(sandbox, {}, 3_000).orders
      await expect(capture(hasty)).rejects.toThrow()
      await expect.poll(async () => (await state()).captures).toHaveLength(1)
      expect((await capture()).statusCode).toBe(200)
      expect((await state()).captures).toHaveLength(1)
    },
  )

  it('that garbles the answer takes the money, and a repeat finds the capture', async () => {
    const id = await approved()
    await setFault('garble', '/capture')
    const capture = () =>
      call(sandbox, `/v2/checkout/orders/${id}/capture`, {}, { 'paypal-request-id': 'g' })
    const garbled = await capture()
    expect([garbled.status, await garbled.json()]).toEqual([200, { status: null }])
    expect((await state()).captures).toHaveLength(1)
    expect(await jsonOf(capture())).toMatchObject({ id, status: 'COMPLETED' })
  })

  it.each([
    [401, 'AUTHENTICATION_FAILURE'],
    [403, 'NOT_AUTHORIZED'],
    [408, 'INVALID_REQUEST'],
    [409, 'RESOURCE_CONFLICT'],
    [429, 'RATE_LIMIT_REACHED'],
    [503, 'SERVICE_UNAVAILABLE'],
    [504, 'INTERNAL_SERVER_ERROR'],
  ])('with status %i has the name %s', async (status, name) => {
    await setFault('error', 'POST /v2', { status })
    expect(await refusalOf(create('told'))).toMatchObject({ status, name })
    expect((await state()).orders).toEqual([])
  })

  it('for too many calls or an expired token has PayPal’s format', async () => {
    await setFault('throttle', 'POST /v2')
    expect(await refusalOf(create('a'))).toMatchObject({ status: 429, name: 'RATE_LIMIT_REACHED' })
    await setFault('expire-token', 'POST /v2')
    expect(await refusalOf(create('a'))).toMatchObject({
      status: 401,
      name: 'AUTHENTICATION_FAILURE',
    })
  })
})
