// Tests what the health checks find out about Stripe and PayPal.
import { readFileSync } from 'node:fs'
import {
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
} from '@invoice-desk/contract/payments/payment-methods'
import { openShop, type Shop } from '@invoice-desk/testing/payments/shop'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { waitFor } from '@invoice-desk/testing/wait-for'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentSettings } from '../../src/providers/payment-provider.ts'
import { PAYMENT_PROVIDERS } from '../../src/providers/payment-providers.ts'
import type { Config } from '../../src/settings/config.ts'
import { closedUrl, createTestService, problemOf, textsOf } from '../support/service-checks.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.desk.close())
const test = createTestService(() => shop.desk)

const NO_CHANGE = { webhooks: 'on', webhookPath: '', withoutEvent: '' }
afterEach(async () => {
  await shop.clearFaults()
  await shop.post('/stripe/switches', NO_CHANGE)
  await shop.post('/paypal/switches', NO_CHANGE)
})

const NO_WEBHOOK = (provider: string) =>
  `No webhook from ${provider} arrived in the last 90 days. Test again 20 minutes after the next payment.`

const withSettings =
  (method: 'stripe' | 'paypal', change: Partial<PaymentSettings>) => (config: Config) => {
    const settings = config.payments[method]
    if (!settings) throw new Error(`${method} is not set up`)
    return { payments: { ...config.payments, [method]: { ...settings, ...change } } }
  }

/** Events as the guide writes them, such as `charge.dispute.*`. */
const documentedEvents = (provider: string): RegExp[] => {
  const guide = readFileSync(new URL('../../../docs/going-live.md', import.meta.url), 'utf8')
  const row = guide
    .split('\n')
    .find((line) => new RegExp(`^\\| ${provider}\\b.*webhook`).test(line))
  const [, events = ''] = /with the events (.*?)\. /.exec(row ?? '') ?? []
  return [...events.matchAll(/`([^`]+)`/g)].map(
    ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('.', '\\.').replace('*', '\\w+')}$`),
  )
}

it.each(PAYMENT_METHOD_IDS)('the guide lists the events of %s that we need', (method) => {
  const documented = documentedEvents(PAYMENT_METHODS[method].provider)
  const { webhookEvents } = PAYMENT_PROVIDERS[method]
  expect(documented.length).toBeGreaterThan(0)
  for (const event of webhookEvents) expect(documented.some((each) => each.test(event))).toBe(true)
  for (const each of documented) expect(webhookEvents.some((event) => each.test(event))).toBe(true)
})

describe('Stripe', () => {
  const profile = (change: Record<string, unknown>) => shop.post('/stripe/profile', change)
  const withStripe = (change: Partial<PaymentSettings>) => withSettings('stripe', change)

  it('is fine in the sandbox, before the first payment', async () => {
    const findings = await test('stripe')
    expect(textsOf(findings, 'ok')).toEqual([
      'Stripe can charge cards for the account acct_1SandboxInvoiceDesk.',
      'Both keys are for test mode.',
      `Stripe sends all events that we need to ${shop.desk.url}/api/stripe/webhook.`,
    ])
    expect(textsOf(findings, 'skipped')).toHaveLength(2)
    expect(findings).toHaveLength(5)
  })

  it('knows after the first payment that the keys and the signing secret are right', async () => {
    await shop.pay([await shop.invoice(20)])
    await waitFor(async () => {
      const rows = await shop.query(sql`SELECT id FROM payment_event WHERE id LIKE 'stripe:%'`)
      // The intent was created and paid, and the charge succeeded.
      expect(rows).toHaveLength(3)
    })
    const texts = textsOf(await test('stripe'), 'ok')
    expect(texts).toContain('The publishable key and the secret key are for the same account.')
    expect(texts.join()).toMatch(/The last webhook from Stripe arrived on \w+ \d+, \d{4}, /)
  })

  it('finds after 15 minutes that the webhook of a payment is missing', async () => {
    const [paid] = await shop.query(
      sql`SELECT id FROM payment_attempt WHERE captured_at IS NOT NULL AND method = 'stripe'`,
    )
    const paidAgo = (interval: string) =>
      shop.query(sql`UPDATE payment_attempt SET captured_at = now() - ${interval}::interval,
        created_at = now() - ${interval}::interval WHERE id = ${paid?.id}`)
    await shop.query(sql`UPDATE payment_event SET received_at = now() - interval '2 hours'`)
    await paidAgo('10 minutes')
    expect(textsOf(await test('stripe'), 'problem')).toEqual([])
    await paidAgo('1 hour')
    expect(problemOf(await test('stripe'))).toMatch(
      /^A payment through Stripe finished on .* its webhook didn't arrive\. At dashboard\.stripe\.com\/test\/webhooks, .* STRIPE_WEBHOOK_SECRET/,
    )
    await paidAgo('3 hours')
    expect(textsOf(await test('stripe'), 'ok').join()).toContain('The last webhook from Stripe')
    await shop.query(sql`DELETE FROM payment_event`)
    await paidAgo('91 days')
    expect(textsOf(await test('stripe'), 'skipped')).toEqual([NO_WEBHOOK('Stripe')])
  })

  it.each([
    [{ secretKey: 'sk_test_51Wrong' }, 'STRIPE_SECRET_KEY'],
    [{ publicKey: 'pk_test_51Wrong' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ publicKey: 'pk_test_51SandboxSomeoneElsesPublishableKey0000000000' }, 'different accounts'],
  ])('refuses %j', async (change, text) => {
    const found = problemOf(await test('stripe', { config: withStripe(change) }))
    expect(found).toContain(text)
    expect(found).toContain('dashboard.stripe.com/test/apikeys')
  })

  it('tests less with a restricted key', async () => {
    const secretKey = 'rk_test_51SandboxInvoiceDeskRestrictedKey0000000000000'
    const findings = await test('stripe', { config: withStripe({ secretKey }) })
    expect(textsOf(findings, 'problem')).toEqual([])
    expect(
      textsOf(findings, 'note').map((text) => text.includes("restricted key that can't read")),
    ).toEqual([true, true])
  })

  it('finds a test endpoint in live mode', async () => {
    const texts = textsOf(await test('stripe', { config: () => ({ mode: 'live' }) }), 'problem')
    expect(texts).toEqual([
      `The webhook endpoint ${shop.desk.url}/api/stripe/webhook is for test mode.`,
    ])
  })

  it.each([
    [{ chargesEnabled: false }, "doesn't let the account"],
    [{ chargesEnabled: false, detailsSubmitted: false }, "isn't complete"],
  ])('finds an account with %j, which matters in live mode', async (change, text) => {
    await profile(change)
    const live = await test('stripe', { config: () => ({ mode: 'live' }) })
    const sandbox = await test('stripe')
    await profile({ chargesEnabled: true, detailsSubmitted: true })
    expect(textsOf(live, 'problem')[0]).toContain(text)
    expect(textsOf(sandbox, 'note')[0]).toContain(text)
    expect(textsOf(sandbox, 'problem')).toEqual([])
  })

  it.each([
    [{ webhookPath: '/old' }, 'Stripe has no webhook endpoint', 'add it'],
    [{ webhooks: 'off' }, 'is disabled', 'enable it'],
    [
      { withoutEvent: 'charge.dispute.closed' },
      "doesn't have these events: charge.dispute.closed.",
      'add them',
    ],
  ])('finds a webhook endpoint with %j', async (change, text, fix) => {
    await shop.post('/stripe/switches', change)
    const found = problemOf(await test('stripe'))
    expect(found).toContain(text)
    expect(found).toContain(fix)
  })

  it('says that another API version works too', async () => {
    await profile({ webhookVersion: '2020-08-27' })
    const texts = textsOf(await test('stripe'), 'ok')
    await shop.post('/stripe/profile', { webhookVersion: '2026-10-28.endive' })
    expect(texts.join()).toContain('version 2020-08-27')
  })

  it("says in plain words that Stripe can't be reached, is slow, or fails", async () => {
    const apiUrl = await closedUrl()
    const { host } = new URL(apiUrl)
    expect(problemOf(await test('stripe', { config: withStripe({ apiUrl }) }))).toContain(
      `Stripe can't be reached. Nothing answers at ${host}.`,
    )
    await setFault(shop.desk, { provider: 'stripe', match: '/v1/account', mode: 'timeout' })
    const slow = await test('stripe', { config: () => ({ paymentTimeoutMs: 300 }) })
    expect(problemOf(slow)).toContain("didn't answer in time")
    await setFault(shop.desk, { provider: 'stripe', match: '/v1/account', mode: 'error' })
    expect(problemOf(await test('stripe'))).toMatch(/^Stripe answered with an error \(req_\w+\)\./)
    await setFault(shop.desk, { provider: 'stripe', match: '/v1/account', mode: 'throttle' })
    expect(problemOf(await test('stripe'))).toContain('Test again in a minute.')
  })
})

describe('PayPal', () => {
  const withPaypal = (change: Partial<PaymentSettings>) => withSettings('paypal', change)

  it('is skipped if it is not set up', async () => {
    const config = ({ payments }: Config) => ({ payments: { ...payments, paypal: undefined } })
    const findings = await test('paypal', { config })
    const names = 'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID'
    const text = `PayPal isn't set up. To offer it, set ${names}.`
    expect(findings).toEqual([{ state: 'skipped', text }])
  })

  it('is fine in the sandbox', async () => {
    const findings = await test('paypal')
    expect(textsOf(findings, 'ok')).toEqual([
      `PayPal accepts the client ID and secret at ${new URL(shop.desk.sandbox.url).host}.`,
      `PayPal sends all events that we need to ${shop.desk.url}/api/paypal/webhook.`,
      'We can read disputes.',
    ])
    expect(textsOf(findings, 'skipped')).toEqual([NO_WEBHOOK('PayPal')])
    expect(findings).toHaveLength(4)
  })

  it.each([
    [{ secretKey: 'wrong' }, 'PAYPAL_CLIENT_ID or PAYPAL_CLIENT_SECRET'],
    [{ webhookSecret: '0AA00000AA000000A' }, 'PAYPAL_WEBHOOK_ID'],
  ])('refuses %j', async (change, text) => {
    const found = problemOf(await test('paypal', { config: withPaypal(change) }))
    expect(found).toContain(text)
    expect(found).toContain('Apps & Credentials')
  })

  it.each([
    [{ webhookPath: '/old' }, '/old instead of'],
    [
      { withoutEvent: 'CUSTOMER.DISPUTE.CREATED' },
      "doesn't have these events: CUSTOMER.DISPUTE.CREATED.",
    ],
  ])('finds a webhook with %j', async (change, text) => {
    await shop.post('/paypal/switches', change)
    expect(problemOf(await test('paypal'))).toContain(text)
  })

  it('finds that disputes are turned off', async () => {
    await shop.paymentFault('paypal', 'error', '/customer/disputes', 1, 403)
    expect(problemOf(await test('paypal'))).toContain('turn on the feature “Customer disputes”')
  })

  it("can't be reached", async () => {
    const config = withPaypal({ apiUrl: await closedUrl() })
    expect(problemOf(await test('paypal', { config }))).toContain("PayPal can't be reached.")
  })
})
