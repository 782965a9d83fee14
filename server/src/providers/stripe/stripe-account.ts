// Reads what Stripe knows about our account, keys and webhook endpoints, for tests of the settings.
import type { AppSettings, PaymentSettings } from '../payment-provider.ts'
import { ProviderError } from '../provider-error.ts'
import { createCaller } from './stripe-client.ts'

/** `unknown`: the key works, but there's no payment yet that shows whose it is. */
export type PublicKeyAnswer = 'same_account' | 'other_account' | 'unknown' | 'refused'

const ENDPOINTS_MAX = 100
const MADE_UP_ID = 'pi_service_test'

export const createStripeAccount = (
  settings: PaymentSettings,
  app: Pick<AppSettings, 'mode' | 'paymentTimeoutMs'>,
) => {
  const { call } = createCaller(settings, app)

  return {
    /** Undefined if our key may not read it. */
    find: () =>
      ifPermitted(async () => {
        const account = await call(false, (stripe) => stripe.accounts.retrieveCurrent())
        return {
          id: account.id,
          canCharge: account.charges_enabled,
          isComplete: account.details_submitted,
        }
      }),

    /** Undefined if our key may not read them. */
    listEndpoints: () =>
      ifPermitted(async () => {
        const query = { limit: ENDPOINTS_MAX }
        const { data } = await call(false, (stripe) => stripe.webhookEndpoints.list(query))
        return data.map((each) => ({
          url: each.url,
          isEnabled: each.status === 'enabled',
          isLive: each.livemode,
          events: each.enabled_events,
          /** Null for the account's default. */
          apiVersion: each.api_version,
        }))
      }),

    /** The API version of our library. */
    apiVersion: async (): Promise<string> => (await import('stripe')).default.API_VERSION,

    /** Only a publishable key of the same account can read one of our payments with the payment's own secret. */
    testPublicKey: async (): Promise<PublicKeyAnswer> => {
      const listed = await ifPermitted(() =>
        call(false, (stripe) => stripe.paymentIntents.list({ limit: 1 })),
      )
      const { id, client_secret } = listed?.data[0] ?? { id: MADE_UP_ID, client_secret: null }
      const isReal = client_secret !== null
      const query = { client_secret: client_secret ?? `${MADE_UP_ID}_secret_made_up` }
      const browser = createCaller({ ...settings, secretKey: settings.publicKey }, app)
      try {
        await browser.call(false, (stripe) => stripe.paymentIntents.retrieve(id, query))
        return 'same_account'
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (error.kind === 'auth') return 'refused'
        if (error.kind !== 'rejected') throw error
        return isReal && error.providerCode === 'resource_missing' ? 'other_account' : 'unknown'
      }
    },
  }
}

/** A restricted key works only for what it was given. */
const ifPermitted = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await run()
  } catch (error) {
    const { type } = (error instanceof ProviderError ? error.cause : {}) as { type?: string }
    if (type === 'StripePermissionError') return undefined
    throw error
  }
}
