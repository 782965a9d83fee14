import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { stripeProvider } from './stripe.ts'

const SECRET = 'whsec_test'
const SETTINGS = {
  publicKey: 'pk_live_1',
  secretKey: 'sk_live_1',
  webhookSecret: SECRET,
  ...stripeProvider.liveUrls,
}

it.each([
  ['live', true, false],
  ['live', false, true],
  ['sandbox', false, false],
  ['sandbox', true, true],
] as const)(
  'in %s mode, an event with livemode %s is from the other mode: %s',
  async (mode, livemode, isOtherMode) => {
    const app = { mode, businessName: 'Harbor & Finch', paymentTimeoutMs: 1_000 }
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      livemode,
      data: { object: { object: 'payment_intent', id: 'pi_1' } },
    })
    const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({
      payload,
      secret: SECRET,
    })
    const driver = stripeProvider.createDriver(SETTINGS, app)
    const report = await driver.readWebhook(Buffer.from(payload), { 'stripe-signature': signature })
    expect(report).toEqual({ id: 'evt_1', providerId: 'pi_1', isOtherMode })
  },
)
