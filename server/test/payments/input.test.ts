// Tests which payments are refused before anything is charged, and how card testing is stopped.
import { randomUUID } from 'node:crypto'
import { HUMAN_CHECK_PAY } from '@invoice-desk/contract/http/human-check'
import { completePayment, createCardPayment } from '@invoice-desk/contract/payments/payments'
import { CHALLENGED, cardBody } from '@invoice-desk/testing/payments/requests'
import { type Found, openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInvoiceIds } from '../../src/secrets/invoice-id.ts'
import { codesOfBurst } from '../support/burst.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())

/** Intents that were ever confirmed. */
const countConfirmed = async () =>
  (await shop.ledger()).stripe.paymentIntents.filter(
    ({ status }) => status !== 'requires_payment_method' && status !== 'canceled',
  ).length
/** Returns the status, code and field of the error, and checks that no card was used. */
const refusal = async (invoices: readonly Found[], change: Record<string, unknown> = {}) => {
  const before = await countConfirmed()
  const { status, body } = await shop.pay(invoices, change)
  expect(await countConfirmed()).toBe(before)
  return [status, body.code, body.field]
}

describe('amounts', () => {
  it.each([0, -5, 0.001, 10.005, 1e12, Number.MAX_VALUE])('refuses %s', async (amount) => {
    const invoice = await shop.invoice(100)
    const lines = [{ ...invoice, amount }]
    expect(await refusal(lines, { amount })).toEqual([400, 'invalid_input', 'invoices.0.amount'])
  })

  it('refuses text, and a total that is not the sum of the lines', async () => {
    const invoice = await shop.invoice(100)
    const text = [{ ...invoice, amount: '10' as unknown as number }]
    expect(await refusal(text, { amount: 10 })).toEqual([400, 'invalid_input', 'invoices.0.amount'])
    expect(await refusal([invoice], { amount: 99.99 })).toEqual([400, 'invalid_input', 'amount'])
  })

  it('refuses more than the balance, and less than the card minimum', async () => {
    const invoice = await shop.invoice(100)
    expect(await refusal([{ ...invoice, amount: 100.01 }])).toEqual([
      409,
      'amount_above_balance',
      'invoices.0.amount',
    ])
    expect(await refusal([{ ...invoice, amount: 0.49 }])).toEqual([
      400,
      'amount_too_small',
      'amount',
    ])
  })

  it('adds up in cents', async () => {
    const invoices = await shop.invoices(0.1, 0.2, 0.7)
    expect((await shop.pay(invoices, { amount: 1 })).body.status).toBe('succeeded')
  })
})

describe('invoices', () => {
  it('refuses an empty list, duplicates, and invoices of two customers', async () => {
    const invoice = await shop.invoice(10)
    expect(await refusal([], { amount: 10 })).toEqual([400, 'invalid_input', 'invoices'])
    expect(await refusal([invoice, invoice])).toEqual([400, 'invalid_input', 'invoices'])
    const other = await shop.invoice(10)
    expect(await refusal([invoice, other])).toEqual([400, 'customers_differ', 'invoices'])
  })

  it('refuses the same invoice under two ids', async () => {
    const invoice = await shop.invoice(10)
    const ids = createInvoiceIds(shop.desk.desk.dependencies.config.keyring)
    const twin = { ...invoice, id: ids.seal(ids.open(invoice.id) as never) }
    expect(await refusal([invoice, twin])).toEqual([400, 'invalid_input', 'invoices'])
  })

  it('refuses ids that are forged, altered, expired, or from another company', async () => {
    const invoice = await shop.invoice(10)
    const { keyring } = shop.desk.desk.dependencies.config
    const hourAgo = createInvoiceIds(keyring, () => Date.now() - 3_601_000)
    const ref = { realmId: HARBOR, customerId: '1', invoiceId: invoice.qboId }
    const ids = [
      invoice.qboId,
      `${invoice.id.slice(0, -8)}AAAAAAAA`,
      hourAgo.seal(ref),
      createInvoiceIds(keyring).seal({ ...ref, realmId: TIDEWATER }),
    ]
    for (const id of ids) {
      const lines = [{ ...invoice, id }]
      expect(await refusal(lines)).toEqual([400, 'invoice_lookup_expired', 'invoices.0.id'])
    }
  })

  it('refuses one that has been paid since', async () => {
    const invoice = await shop.invoice(10)
    expect((await shop.pay([invoice])).status).toBe(200)
    await shop.waitForState(invoice.number, 'booked')
    expect(await refusal([invoice])).toEqual([409, 'invoice_paid', 'invoices.0.amount'])
  })

  it('refuses one in another currency by card and by wallet, and names it', async () => {
    const invoice = await shop.invoice(200, 'EUR')
    const refused = [422, 'currency_not_accepted', 'invoices.0.id']
    expect(await refusal([invoice])).toEqual(refused)
    const { status, body } = await shop.order([invoice])
    expect([status, body.code, body.field]).toEqual(refused)
    expect(body.error).toBe(
      `Invoice ${invoice.number} is in EUR and can't be paid here. Please pay it by bank transfer.`,
    )
    expect((await shop.ledger()).paypal.captures).toEqual([])
  })
})

describe('the payer', () => {
  it.each([
    ['companyName', '  '],
    ['payerName', ''],
    ['email', 'nobody'],
    ['paymentMethodId', '4242424242424242'],
  ])('needs a valid %s', async (field, value) => {
    expect(await refusal([await shop.invoice(10)], { [field]: value })).toEqual([
      400,
      'invalid_input',
      field,
    ])
  })
})

describe('someone who tests cards', () => {
  let strict: Shop
  beforeAll(async () => {
    strict = await openShop({ RATE_LIMIT_FACTOR: '1' })
  })
  afterAll(() => strict.desk.close())
  const token = () => passHumanCheck(strict.desk, { action: HUMAN_CHECK_PAY })
  const DECLINED = { paymentMethodId: 'pm_card_visa_chargeDeclined' }

  it('gets a human check after three declines and a refusal after ten, even with forged addresses', async () => {
    let tries = 0
    const tryCard = async (captchaToken?: string) => {
      tries += 1
      const invoices = await strict.invoices(10)
      const body = { ...cardBody(invoices), ...DECLINED, captchaToken }
      const from = `192.0.2.${tries}, 203.0.113.20`
      return strict.desk.call(createCardPayment.stripe, { from, body })
    }
    const codeOf = async (...args: Parameters<typeof tryCard>) => (await tryCard(...args)).body.code
    for (let count = 0; count < 3; count += 1) expect(await codeOf()).toBe('payment_declined')
    expect(await codeOf()).toBe('human_check_required')
    for (let count = 3; count < 10; count += 1) {
      expect(await codeOf(await token())).toBe('payment_declined')
    }
    const refused = await tryCard(await token())
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_declines'])
    expect(refused.body.error).toMatch(
      /^Too many payments were declined\. Try again in (1 hour|5\d minutes)\.$/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000)
  })

  const payAll = async (from: string, count: number, change: object) => {
    const invoices = await strict.invoices(...Array(count).fill(10))
    const { stripe } = strict.desk.desk.dependencies.drivers
    const calls = invoices.map((invoice) => () => {
      const body = { ...cardBody([invoice]), ...change }
      return strict.desk.call(createCardPayment.stripe, { from, body })
    })
    return codesOfBurst(stripe, 'confirm', calls)
  }

  it('gets at most one burst with concurrent requests', async () => {
    expect(await payAll('203.0.113.22', 20, DECLINED)).toEqual([
      ...Array(15).fill('payment_declined'),
      ...Array(5).fill('payments_at_once'),
    ])
    expect(new Set(await payAll('203.0.113.22', 20, DECLINED))).toEqual(
      new Set(['too_many_declines']),
    )
  })

  it('does not stop others behind the same address who pay at the same time', async () => {
    for (let round = 0; round < 2; round += 1)
      expect(new Set(await payAll('203.0.113.24', 14, {}))).toEqual(new Set([undefined]))
  })

  const DECLINE = 'payment_declined'
  it('has each payment counted once, no matter how often they check it', async () => {
    const from = '203.0.113.23'
    const invoices = await strict.invoices(10)
    const pay = (change: Record<string, unknown>, key = randomUUID()) => {
      const headers = { 'idempotency-key': key }
      const body = { ...cardBody(invoices), ...change }
      return strict.desk.call(createCardPayment.stripe, { from, body, headers })
    }
    await strict.post('/stripe/switches', { webhooks: 'off' })
    const { clientSecret, paymentId } = (await pay({ paymentMethodId: CHALLENGED })).body
    await strict.answerBank(clientSecret, 'fail')
    const checks = Array.from({ length: 12 }, () =>
      strict.desk.call(completePayment, { from, body: { paymentId } }),
    )
    for (const { body } of await Promise.all(checks)) expect(body.code).toBe(DECLINE)
    await strict.post('/stripe/switches', { webhooks: 'on' })

    const key = randomUUID()
    for (let n = 0; n < 4; n += 1) expect((await pay(DECLINED, key)).body.code).toBe(DECLINE)
    expect((await pay(DECLINED)).body.code).toBe(DECLINE)
    expect((await pay(DECLINED)).body.code).toBe('human_check_required')

    // Both pass the human check before either is stored.
    const twin = randomUUID()
    const twins = [await token(), await token()].map(
      (captchaToken) => () => pay({ ...DECLINED, captchaToken }, twin),
    )
    const { humanCheck } = strict.desk.desk.dependencies
    expect(await codesOfBurst(humanCheck, 'isHuman', twins)).toEqual([DECLINE, DECLINE])
    const counted = sql`SELECT points FROM rate_limit WHERE key = ${`payment_declines:${from}`}`
    expect(await strict.query(counted)).toEqual([{ points: 4 }])
  })

  it('cannot lock out the customer', async () => {
    const [invoice] = await strict.invoices(10)
    if (!invoice) throw new Error('no invoice')
    const nonsense = { paymentMethodId: 'pm_nonsense' }
    const tryNonsense = async (times: number) => {
      const tries = Array.from({ length: times }, () => strict.pay([invoice], nonsense))
      return new Set((await Promise.all(tries)).map(({ body }) => body.code))
    }
    // The customer's own card was also declined, so both their address and the customer require the check.
    const payAsCustomer = (change: Record<string, unknown>, key: string) =>
      strict.desk.call(createCardPayment.stripe, {
        from: '203.0.113.21',
        body: { ...cardBody([invoice]), ...change },
        headers: { 'idempotency-key': key },
      })
    for (let count = 0; count < 3; count += 1) await payAsCustomer(DECLINED, randomUUID())
    expect(await tryNonsense(27)).not.toContain('human_check_required')
    const intents = (await strict.ledger()).stripe.paymentIntents.length
    const countAttempts = () => strict.query(sql`SELECT count(*) FROM payment_attempt`)
    const attempts = await countAttempts()
    expect(await tryNonsense(270)).toEqual(new Set(['human_check_required']))
    expect((await strict.ledger()).stripe.paymentIntents).toHaveLength(intents)
    expect(await countAttempts()).toEqual(attempts)

    const key = randomUUID()
    expect((await payAsCustomer({}, key)).body.code).toBe('human_check_required')
    expect((await strict.order([invoice])).body.code).toBe('human_check_required')
    const paid = await payAsCustomer({ captchaToken: await token() }, key)
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded'])
  })
})
