// Webhooks, with signatures that PayPal verifies and retries, and the pages.
import type { OrdersController } from '@paypal/paypal-server-sdk'
import { beforeEach, describe, expect, it } from 'vitest'
import type { WebhookEvent } from '../../src/paypal/webhooks/events.ts'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf } from '../support.ts'
import { type Delivery, openReceiver, type Receiver } from '../webhook-receiver.ts'
import {
  answerWindow,
  call,
  newRequestId,
  openPayPal,
  orderOf,
  setSwitches,
  settingsOf,
} from './support.ts'

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
  receiver.refuse(0)
  receiver.clear()
})

const pay = async (choice = 'approve') => {
  const order = await orders.createOrder({
    body: orderOf('10.00'),
    paypalRequestId: newRequestId(),
  })
  const id = order.result.id ?? ''
  await answerWindow(sandbox, id, choice)
  const { result } = await orders.captureOrder({ id, paypalRequestId: newRequestId() })
  return { id, captureId: result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? '' }
}
const events = () => receiver.deliveries.map(({ body }) => JSON.parse(body) as WebhookEvent)
const untilType = async (type: string) => {
  await receiver.until(() => events().some(({ event_type }) => event_type === type))
  return events().find(({ event_type }) => event_type === type)
}
const press = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/paypal${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
const verify = async ({ headers, body }: Delivery, change: Record<string, unknown> = {}) =>
  jsonOf(
    call(sandbox, '/v1/notifications/verify-webhook-signature', {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: settingsOf(sandbox).PAYPAL_WEBHOOK_ID,
      webhook_event: JSON.parse(body),
      ...change,
    }),
  )

describe('webhooks', () => {
  it('report approvals and captures', async () => {
    const { id, captureId } = await pay()
    const event = await untilType('PAYMENT.CAPTURE.COMPLETED')
    expect(receiver.deliveries[0]?.path).toBe('/api/paypal/webhook')
    expect(event).toMatchObject({
      id: expect.stringMatching(/^WH-/),
      resource_type: 'capture',
      resource: {
        id: captureId,
        custom_id: 'attempt-1',
        supplementary_data: { related_ids: { order_id: id } },
      },
    })
    expect(await untilType('CHECKOUT.ORDER.APPROVED')).toMatchObject({ resource: { id } })
  })

  it('are verified only if they are unchanged', async () => {
    await pay()
    await untilType('PAYMENT.CAPTURE.COMPLETED')
    const [delivery] = receiver.deliveries
    if (!delivery) throw new Error('Nothing arrived.')
    expect(await verify(delivery)).toEqual({ verification_status: 'SUCCESS' })
    for (const change of [
      { webhook_event: { ...JSON.parse(delivery.body), event_type: 'PAYMENT.CAPTURE.REFUNDED' } },
      { webhook_id: 'ANOTHER' },
      { transmission_id: 'another' },
      { transmission_time: '2020-01-01T00:00:00Z' },
      { transmission_sig: 'bm8=' },
    ])
      expect(await verify(delivery, change)).toEqual({ verification_status: 'FAILURE' })
    const incomplete = await verify(delivery, { transmission_id: undefined })
    expect(incomplete).toMatchObject({ name: 'VALIDATION_ERROR' })
  })

  it('report pending, completed and denied captures, and refunds', async () => {
    const waiting = await pay('pending')
    await untilType('PAYMENT.CAPTURE.PENDING')
    await press(`/captures/${waiting.captureId}/settle`, { status: 'COMPLETED' })
    expect(await untilType('PAYMENT.CAPTURE.COMPLETED')).toMatchObject({
      resource: { id: waiting.captureId, status: 'COMPLETED' },
    })
    const denied = await pay('pending')
    await press(`/captures/${denied.captureId}/settle`, { status: 'DECLINED' })
    expect(await untilType('PAYMENT.CAPTURE.DENIED')).toMatchObject({
      resource: { id: denied.captureId, status: 'DECLINED' },
    })
    await press(`/captures/${waiting.captureId}/refund`, { value: '4.00' })
    expect(await untilType('PAYMENT.CAPTURE.REFUNDED')).toMatchObject({
      resource_type: 'refund',
      resource: {
        amount: { value: '4.00' },
        links: expect.arrayContaining([
          expect.objectContaining({ rel: 'up', href: expect.stringContaining(waiting.captureId) }),
        ]),
      },
    })
    await press(`/captures/${waiting.captureId}/reverse`)
    const reversed = await untilType('PAYMENT.CAPTURE.REVERSED')
    expect(reversed).toMatchObject({
      resource: {
        amount: { value: '6.00' },
        links: expect.arrayContaining([
          expect.objectContaining({ rel: 'up', href: expect.stringContaining(waiting.captureId) }),
        ]),
      },
    })
    expect(reversed?.resource).not.toHaveProperty('custom_id')
  })

  it('are retried, and can be resent', async () => {
    receiver.refuse(2)
    await pay()
    await receiver.until(({ length }) => length >= 5)
    const ids = events().map(({ id }) => id)
    expect(new Set(ids).size).toBeLessThan(ids.length)
    await setSwitches(sandbox, { webhooks: 'off' })
    receiver.clear()
    await pay()
    expect((await press(`/deliveries/${ids[0]}`)).status).toBe(303)
    await receiver.until(({ length }) => length > 0)
    expect(events().map(({ id }) => id)).toEqual([ids[0]])
  })
})

describe('the list of events', () => {
  type Page = { events: WebhookEvent[]; links: { rel: string; href: string }[] }
  const list = (query: string) =>
    jsonOf<Page>(call(sandbox, `/v1/notifications/webhooks-events${query}`))

  it('has what was sent, newest first, by type and time, in pages', async () => {
    const paid = [await pay(), await pay(), await pay()]
    const captures = '?event_type=PAYMENT.CAPTURE.COMPLETED'
    const first = await list(`${captures}&page_size=2`)
    const next = first.links.find(({ rel }) => rel === 'next')
    const second = await list(URL.parse(next?.href ?? '')?.search ?? '')
    const ids = [...first.events, ...second.events].map(({ resource }) => resource)
    expect(ids).toMatchObject(paid.map(({ captureId }) => ({ id: captureId })).reverse())
    const end = await list(URL.parse(second.links[1]?.href ?? '')?.search ?? '')
    expect([end.events, end.links.map(({ rel }) => rel)]).toEqual([[], ['self']])
    expect((await list(`${captures}&end_time=2026-01-01T00:00:00Z`)).events).toEqual([])
    const all = (await list('')).events.map(({ event_type }) => event_type)
    expect(new Set(all).size).toBeGreaterThan(1)
  })
})

describe('the webhook', () => {
  const lookUp = (id: string) => call(sandbox, `/v1/notifications/webhooks/${id}`)

  it('has the address and the events that are delivered', async () => {
    const { PAYPAL_WEBHOOK_ID } = settingsOf(sandbox)
    await setSwitches(sandbox, { withoutEvent: 'PAYMENT.CAPTURE.COMPLETED' })
    const webhook = await jsonOf<{ id: string; url: string; event_types: { name: string }[] }>(
      lookUp(PAYPAL_WEBHOOK_ID),
    )
    expect(webhook).toMatchObject({
      id: PAYPAL_WEBHOOK_ID,
      url: `${receiver.url}/api/paypal/webhook`,
    })
    const names = webhook.event_types.map(({ name }) => name)
    expect(names).toContain('CHECKOUT.ORDER.COMPLETED')
    expect(names).not.toContain('PAYMENT.CAPTURE.COMPLETED')
    await pay()
    await untilType('CHECKOUT.ORDER.COMPLETED')
    expect(events().map(({ event_type }) => event_type)).not.toContain('PAYMENT.CAPTURE.COMPLETED')
  })

  it('is unknown under another id, and closed without a token', async () => {
    const unknown = await lookUp('0AA00000AA000000A')
    expect([unknown.status, (await jsonOf(unknown)).name]).toEqual([404, 'INVALID_RESOURCE_ID'])
    const url = `${sandbox.url}/paypal/v1/notifications/webhooks/x`
    expect((await fetch(url)).status).toBe(401)
  })
})

describe('the pages', () => {
  it('show orders and their actions', async () => {
    const { id } = await pay('pending')
    const page = async (path: string) => (await fetch(`${sandbox.url}/paypal${path}`)).text()
    expect(await page('')).toContain(`href="/paypal/orders/${id}"`)
    expect(await page(`/orders/${id}`)).toContain('>Complete</button>')
    expect(await page('/deliveries')).toContain('PAYMENT.CAPTURE.PENDING')
  })

  it('explain why an action failed', async () => {
    const { captureId } = await pay()
    const answer = await press(`/captures/${captureId}/refund`, { value: '99.00' })
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('less than or equal to the capture amount')
  })

  it('serve the script only to a known client', async () => {
    const script = (id: string) => fetch(`${sandbox.url}/paypal/sdk/js?client-id=${id}`)
    expect((await script('unknown')).status).toBe(400)
    expect((await script(settingsOf(sandbox).PAYPAL_CLIENT_ID)).status).toBe(200)
  })
})
