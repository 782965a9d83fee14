// The fields of orders and answers, in PayPal's own names.
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../src/start.ts'
import { jsonOf } from '../support.ts'
import { answerWindow, call, newRequestId, openPayPal } from './support.ts'

let sandbox: Sandbox
beforeAll(async () => {
  ;({ sandbox } = await openPayPal())
})

type Json = Record<string, unknown>
const usd = (value: string) => ({ currency_code: 'USD', value })
const orderOf = (unit: Json = {}, more: Json = {}): Json => ({
  intent: 'CAPTURE',
  purchase_units: [{ amount: usd('10.00'), ...unit }],
  ...more,
})
const create = (body: unknown, headers: Record<string, string> = {}) =>
  call(sandbox, '/v2/checkout/orders', body, { 'paypal-request-id': newRequestId(), ...headers })
const wallet = (paypal: Json) => orderOf({}, { payment_source: { paypal } })

type ErrorBody = {
  name: string
  message: string
  debug_id: string
  details: { issue: string; field?: string }[]
  links: unknown[]
}

describe('an order that is refused', () => {
  it.each<[string, number, Json, string]>([
    ['NOT_SUPPORTED', 400, { amount: { ...usd('10.00'), breakdown: {} } }, 'amount/breakdown'],
    ['NOT_SUPPORTED', 400, { items: [] }, 'items'],
    ['NOT_SUPPORTED', 400, { soft_descriptor: 'x' }, 'soft_descriptor'],
    ['DECIMAL_PRECISION', 422, { amount: usd('10.001') }, 'amount/value'],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', 422, { amount: usd('0.00') }, 'amount/value'],
    ['CANNOT_BE_ZERO_OR_NEGATIVE', 422, { amount: usd('-5') }, 'amount/value'],
    ['MAX_VALUE_EXCEEDED', 422, { amount: usd('1000000000000000.00') }, 'amount/value'],
    [
      'INVALID_CURRENCY_CODE',
      422,
      { amount: { currency_code: 'XXQ', value: '1.00' } },
      'currency_code',
    ],
    ['INVALID_PARAMETER_SYNTAX', 400, { amount: usd('ten') }, 'amount/value'],
    ['MISSING_REQUIRED_PARAMETER', 400, { amount: { currency_code: 'USD' } }, 'amount/value'],
    ['INVALID_STRING_LENGTH', 400, { description: 'x'.repeat(128) }, 'description'],
    ['INVALID_STRING_LENGTH', 400, { custom_id: 'x'.repeat(128) }, 'custom_id'],
    ['INVALID_STRING_LENGTH', 400, { invoice_id: '' }, 'invoice_id'],
  ])('as %s (%i)', async (issue, status, unit, field) => {
    const answer = await create(orderOf(unit))
    expect(answer.status).toBe(status)
    const body = await jsonOf<ErrorBody>(answer)
    expect(Object.keys(body).sort()).toEqual(['debug_id', 'details', 'links', 'message', 'name'])
    expect(body.details[0]?.issue).toBe(issue)
    expect(body.details[0]?.field).toContain(field)
    expect(body.details[0]?.field).toMatch(/^\/purchase_units\/@reference_id=='default'\//)
  })

  it.each<[string, number, unknown]>([
    ['MALFORMED_REQUEST_JSON', 400, '{"intent":'],
    ['MISSING_REQUIRED_PARAMETER', 400, {}],
    ['INVALID_PARAMETER_VALUE', 400, orderOf({}, { intent: 'SELL' })],
    ['NOT_SUPPORTED', 400, orderOf({}, { intent: 'AUTHORIZE' })],
    ['INVALID_ARRAY_MIN_ITEMS', 400, orderOf({}, { purchase_units: [] })],
    [
      'NOT_SUPPORTED',
      400,
      orderOf({}, { purchase_units: [{ amount: usd('1') }, { amount: usd('1') }] }),
    ],
    ['NOT_SUPPORTED', 400, orderOf({}, { payment_source: { card: {} } })],
    ['NOT_SUPPORTED', 400, orderOf({}, { application_context: {} })],
    ['NOT_SUPPORTED', 400, wallet({ experience_context: { landing_page: 'LOGIN' } })],
    ['INVALID_PARAMETER_SYNTAX', 400, wallet({ email_address: 'nobody' })],
    ['INVALID_PARAMETER_VALUE', 400, wallet({ experience_context: { user_action: 'RUN' } })],
    ['INVALID_PARAMETER_SYNTAX', 400, wallet({ experience_context: { return_url: 'here' } })],
  ])('as %s (%i): %j', async (issue, status, body) => {
    const answer = await create(body)
    expect(answer.status).toBe(status)
    expect((await jsonOf<ErrorBody>(answer)).details.map((one) => one.issue)).toContain(issue)
  })

  it("without a request id for a wallet, or with one that's too long", async () => {
    const without = await call(sandbox, '/v2/checkout/orders', wallet({}))
    expect((await jsonOf<ErrorBody>(without)).details[0]?.issue).toBe('PAYPAL_REQUEST_ID_REQUIRED')
    const long = await create(wallet({}), { 'paypal-request-id': 'x'.repeat(109) })
    expect((await jsonOf<ErrorBody>(long)).details[0]?.issue).toBe('INVALID_STRING_LENGTH')
  })
})

describe('an answer', () => {
  /** The fields that every capture has. */
  const CAPTURE = [
    'id',
    'status',
    'amount',
    'final_capture',
    'seller_protection',
    'create_time',
    'update_time',
    'links',
  ]
  const LINK = {
    href: expect.stringMatching(/^http/),
    rel: expect.any(String),
    method: expect.any(String),
  }

  it('has PayPal’s fields at every step', async () => {
    const created = await jsonOf<Json & { id: string; links: unknown[] }>(
      create(wallet({ email_address: 'a@b.example' })),
    )
    expect(Object.keys(created)).toEqual(['id', 'status', 'payment_source', 'links'])
    expect(created.id).toMatch(/^[0-9A-Z]{17}$/)
    expect(created.links).toEqual([LINK, LINK])
    await answerWindow(sandbox, created.id, 'approve')
    // The library declares JSON but sends no body.
    const done = await call(sandbox, `/v2/checkout/orders/${created.id}/capture`, '', {
      'paypal-request-id': newRequestId(),
    })
    const order = await jsonOf<{
      purchase_units: { payments: { captures: Json[] } }[]
      payment_source: Json
    }>(done)
    expect(Object.keys(order).sort()).toEqual([
      'id',
      'links',
      'payer',
      'payment_source',
      'purchase_units',
      'status',
    ])
    expect(order.payment_source).toMatchObject({
      paypal: {
        account_id: expect.stringMatching(/^[2-9A-HJ-NP-Z]{13}$/),
        account_status: 'VERIFIED',
      },
    })
    const capture = order.purchase_units[0]?.payments.captures[0] ?? {}
    expect(Object.keys(capture)).toEqual(expect.arrayContaining(CAPTURE))
    expect(capture.create_time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const whole = await jsonOf(call(sandbox, `/v2/checkout/orders/${created.id}`))
    expect(Object.keys(whole)).toEqual(
      expect.arrayContaining([
        'id',
        'intent',
        'status',
        'purchase_units',
        'payer',
        'create_time',
        'update_time',
        'links',
      ]),
    )
  })

  it('to an unknown path or id is PayPal’s own error', async () => {
    for (const path of [
      '/v2/checkout/orders/UNKNOWN',
      '/v2/payments/captures/UNKNOWN',
      '/v2/nowhere',
    ]) {
      const answer = await call(sandbox, path)
      expect(answer.status).toBe(404)
      expect(await jsonOf(answer)).toMatchObject({
        name: 'RESOURCE_NOT_FOUND',
        details: [{ issue: 'INVALID_RESOURCE_ID' }],
      })
    }
  })
})
