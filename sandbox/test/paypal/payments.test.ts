// Payments through PayPal's own library: orders, the payer's choices, captures and refunds.
import type { OrdersController, PaymentsController } from '@paypal/paypal-server-sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf } from '../support.ts'
import {
  answerWindow,
  call,
  clientOf,
  newRequestId,
  openPayPal,
  orderOf,
  refusalOf,
  tokenOf,
} from './support.ts'

let sandbox: Sandbox
let orders: OrdersController
let payments: PaymentsController
beforeAll(async () => {
  ;({ sandbox, orders, payments } = await openPayPal())
})

const create = async (value?: string, more?: Record<string, unknown>) => {
  const { result } = await orders.createOrder({
    body: orderOf(value, more),
    paypalRequestId: newRequestId(),
  })
  return result.id ?? ''
}
const approved = async (choice = 'approve', value?: string, more?: Record<string, unknown>) => {
  const id = await create(value, more)
  await answerWindow(sandbox, id, choice)
  return id
}
const capture = (id: string) => orders.captureOrder({ id, paypalRequestId: newRequestId() })
const paid = async (value?: string) => {
  const { result } = await capture(await approved('approve', value))
  return result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
}

describe('an order', () => {
  it('waits for its payer, then is captured in full', async () => {
    const { result, statusCode } = await orders.createOrder({
      body: orderOf(),
      paypalRequestId: newRequestId(),
    })
    expect(statusCode).toBe(201)
    expect(result).toMatchObject({ status: 'PAYER_ACTION_REQUIRED' })
    expect(result.links?.map(({ rel }) => rel)).toEqual(['self', 'payer-action'])
    const id = result.id ?? ''
    expect(await refusalOf(capture(id))).toMatchObject({
      status: 422,
      issues: ['ORDER_NOT_APPROVED'],
    })
    await answerWindow(sandbox, id, 'approve')
    expect((await orders.getOrder({ id })).result).toMatchObject({
      status: 'APPROVED',
      payer: { emailAddress: 'payer@customer.example', name: { givenName: 'Pat' } },
    })
    const done = await capture(id)
    expect(done.statusCode).toBe(201)
    expect(done.result).toMatchObject({
      status: 'COMPLETED',
      purchaseUnits: [
        {
          payments: {
            captures: [
              {
                status: 'COMPLETED',
                amount: { currencyCode: 'USD', value: '123.45' },
                customId: 'attempt-1',
                finalCapture: true,
                sellerReceivableBreakdown: {
                  paypalFee: { value: '4.79' },
                  netAmount: { value: '118.66' },
                },
              },
            ],
          },
        },
      ],
    })
    expect(await refusalOf(capture(id))).toMatchObject({ issues: ['ORDER_ALREADY_CAPTURED'] })
  })

  it('without a wallet has status CREATED', async () => {
    const { paymentSource: _, ...body } = orderOf()
    const { result } = await orders.createOrder({ body, prefer: 'return=representation' })
    expect(result).toMatchObject({ status: 'CREATED', intent: 'CAPTURE' })
    expect(result.links?.map(({ rel }) => rel)).toContain('approve')
  })

  it('is declined with a bad card, and can be paid with another', async () => {
    const id = await approved('decline')
    const refusal = await refusalOf(capture(id))
    expect(refusal).toMatchObject({
      status: 422,
      name: 'UNPROCESSABLE_ENTITY',
      issues: ['INSTRUMENT_DECLINED'],
    })
    expect(refusal.debugId).toMatch(/^\w+$/)
    await answerWindow(sandbox, id, 'approve')
    expect((await capture(id)).result.status).toBe('COMPLETED')
  })

  it.each([
    ['alternate-funding', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', 'another funding source'],
    ['payer-action', 'PAYER_ACTION_REQUIRED', 'return to PayPal'],
    ['transaction-refused', 'TRANSACTION_REFUSED', 'was refused'],
  ])('sends its payer back with %s, and can be paid after that', async (choice, issue, text) => {
    const id = await approved(choice)
    const answer = await call(sandbox, `/v2/checkout/orders/${id}/capture`, {})
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({
      name: 'UNPROCESSABLE_ENTITY',
      details: [{ issue, description: expect.stringContaining(text) }],
    })
    expect((await orders.getOrder({ id })).result.status).toBe('APPROVED')
    await answerWindow(sandbox, id, 'approve')
    expect((await capture(id)).result.status).toBe('COMPLETED')
  })

  it.each([
    ['INVALID_PARAMETER_VALUE', 400, 'INVALID_REQUEST'],
    ['INVALID_ACCOUNT_STATUS', 401, 'AUTHENTICATION_FAILURE'],
    ['PERMISSION_DENIED', 403, 'NOT_AUTHORIZED'],
    ['INVALID_RESOURCE_ID', 404, 'RESOURCE_NOT_FOUND'],
    ['PAYEE_ACCOUNT_RESTRICTED', 422, 'UNPROCESSABLE_ENTITY'],
  ])('can be refused with a documented issue, such as %s', async (issue, status, name) => {
    const id = await approved(issue)
    const refusal = await refusalOf(capture(id))
    expect(refusal).toMatchObject({ status, name, issues: [issue] })
    expect((await orders.getOrder({ id })).result.status).toBe('APPROVED')
    await answerWindow(sandbox, id, 'approve')
    expect((await capture(id)).result.status).toBe('COMPLETED')
  })

  it('offers every documented issue in the window', async () => {
    const page = await fetch(`${sandbox.url}/paypal/checkoutnow?token=${await create()}`)
    const options = (await page.text()).match(/<option value="[A-Z_]+">\d{3} [A-Z_]+<\/option>/g)
    expect(options?.filter((option) => option.includes('>422 ')).length).toBeGreaterThan(60)
    expect(options).toContain(
      '<option value="DOMESTIC_TRANSACTION_REQUIRED">422 DOMESTIC_TRANSACTION_REQUIRED</option>',
    )
  })

  it.each([
    ['pending', 'PENDING', 'PENDING_REVIEW'],
    ['capture-declined', 'DECLINED', undefined],
    ['capture-failed', 'FAILED', undefined],
  ])('is completed even if its capture is not: %s', async (choice, status, reason) => {
    const { result } = await capture(await approved(choice))
    expect(result.status).toBe('COMPLETED')
    const [only] = result.purchaseUnits?.[0]?.payments?.captures ?? []
    expect(only?.status).toBe(status)
    expect(only?.statusDetails?.reason).toBe(reason)
  })

  it('stays unchanged if the payer cancels', async () => {
    const id = await create()
    await answerWindow(sandbox, id, 'cancel')
    expect((await orders.getOrder({ id })).result.status).toBe('PAYER_ACTION_REQUIRED')
  })

  it("redirects a payer whose window isn't framed", async () => {
    const id = await create()
    const back = await answerWindow(sandbox, id, 'cancel', '')
    expect(back.headers.get('location')).toBe(`http://localhost:39999/pay-invoice?token=${id}`)
    const page = await (await fetch(`${sandbox.url}/paypal/checkoutnow?token=${id}`)).text()
    for (const label of [
      'Pay now',
      'Decline card',
      'Pay, but leave it pending',
      'Cancel and return',
    ])
      expect(page).toMatch(new RegExp(`<button[^>]*>${label}</button>`))
    const done = await answerWindow(sandbox, id, 'approve', '')
    expect(done.headers.get('location')).toMatch(
      new RegExp(`/pay-invoice\\?done=1&token=${id}&PayerID=[2-9A-HJ-NP-Z]{13}$`),
    )
  })

  it("expires if it isn't paid in time", async () => {
    const id = await create()
    await fetch(`${sandbox.url}/paypal/orders/${id}/expire`, { method: 'POST' })
    expect(await refusalOf(orders.getOrder({ id }))).toMatchObject({ status: 404 })
    expect((await answerWindow(sandbox, id, 'approve')).status).toBe(200)
    expect(await refusalOf(capture(id))).toMatchObject({ status: 404, name: 'RESOURCE_NOT_FOUND' })
  })

  it('is refused if its invoice number was already paid', async () => {
    await capture(await approved('approve', '5.00', { invoiceId: 'INV-7' }))
    const again = await approved('approve', '5.00', { invoiceId: 'INV-7' })
    expect(await refusalOf(capture(again))).toMatchObject({ issues: ['DUPLICATE_INVOICE_ID'] })
  })
})

describe('a refund', () => {
  it('pays back a part, then the rest, and no more', async () => {
    const captureId = await paid('10.00')
    const refund = (value?: string) =>
      payments.refundCapturedPayment({
        captureId,
        prefer: 'return=representation',
        ...(value !== undefined && { body: { amount: { currencyCode: 'USD', value } } }),
      })
    const part = await refund('3.00')
    expect(part.result).toMatchObject({
      status: 'COMPLETED',
      amount: { value: '3.00' },
      customId: 'attempt-1',
      sellerPayableBreakdown: { totalRefundedAmount: { value: '3.00' } },
    })
    const after = await payments.getCapturedPayment({ captureId })
    expect(after.result.status).toBe('PARTIALLY_REFUNDED')
    expect(await refusalOf(refund('7.01'))).toMatchObject({ issues: ['REFUND_AMOUNT_EXCEEDED'] })
    expect((await refund()).result.amount?.value).toBe('7.00')
    expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('REFUNDED')
    expect(await refusalOf(refund())).toMatchObject({ issues: ['CAPTURE_FULLY_REFUNDED'] })
  })

  it('with the same request id happens once', async () => {
    const captureId = await paid('10.00')
    const ask = () =>
      payments.refundCapturedPayment({
        captureId,
        paypalRequestId: 'refund-once',
        body: { amount: { currencyCode: 'USD', value: '1.00' } },
      })
    const first = await ask()
    const second = await ask()
    expect([first.statusCode, second.statusCode]).toEqual([201, 200])
    expect(second.result.id).toBe(first.result.id)
  })
})

describe('access', () => {
  it('needs the client id and secret', async () => {
    const { orders: stranger } = clientOf(sandbox, { PAYPAL_CLIENT_SECRET: 'wrong' })
    await expect(stranger.getOrder({ id: 'X' })).rejects.toMatchObject({ statusCode: 401 })
    const answer = await fetch(`${sandbox.url}/paypal/v2/checkout/orders/X`)
    expect(answer.status).toBe(401)
    expect(await jsonOf(answer)).toMatchObject({ name: 'AUTHENTICATION_FAILURE' })
  })

  it('ends when all tokens expire', async () => {
    const token = await tokenOf(sandbox)
    const ask = async () =>
      (
        await fetch(`${sandbox.url}/paypal/v2/checkout/orders/X`, {
          headers: { authorization: `Bearer ${token}` },
        })
      ).status
    expect(await ask()).toBe(404)
    await fetch(`${sandbox.url}/paypal/expire-tokens`, { method: 'POST' })
    expect(await ask()).toBe(401)
    expect((await call(sandbox, '/v2/checkout/orders/X')).status).toBe(404)
  })
})
