// The account and its webhook endpoint, as Stripe's own library reads them.
import { describe, expect, it } from 'vitest'
import { postJson } from '../support.ts'
import { clientOf, openStripe, settingsOf } from './support.ts'

const { sandbox, stripe } = await openStripe()

describe('the account', () => {
  it('can take payments, unless a switch says otherwise', async () => {
    const before = await stripe.accounts.retrieveCurrent()
    expect([before.charges_enabled, before.details_submitted]).toEqual([true, true])
    await postJson(`${sandbox.url}/stripe/profile`, { chargesEnabled: false })
    expect((await stripe.accounts.retrieveCurrent()).charges_enabled).toBe(false)
  })

  it('has one webhook endpoint, with the address and the events that are delivered', async () => {
    const { data } = await stripe.webhookEndpoints.list()
    expect(data).toMatchObject([
      { status: 'enabled', livemode: false, url: 'http://localhost:39999/api/stripe/webhook' },
    ])
    await postJson(`${sandbox.url}/stripe/switches`, {
      webhooks: 'off',
      webhookPath: '/elsewhere',
      withoutEvent: 'charge.refunded',
    })
    const [changed] = (await stripe.webhookEndpoints.list()).data
    expect(changed).toMatchObject({ status: 'disabled', url: 'http://localhost:39999/elsewhere' })
    expect(changed?.enabled_events).toEqual(
      data[0]?.enabled_events.filter((event) => event !== 'charge.refunded'),
    )
  })

  it.each([
    ['the publishable key', settingsOf(sandbox).STRIPE_PUBLISHABLE_KEY],
    ['a restricted key', 'rk_test_51SandboxInvoiceDeskRestrictedKey0000000000000'],
  ])('is closed to %s', async (_who, key) => {
    const client = clientOf(sandbox, key)
    for (const read of [client.accounts.retrieveCurrent(), client.webhookEndpoints.list()])
      await expect(read).rejects.toMatchObject({ type: 'StripePermissionError', statusCode: 403 })
  })
})
