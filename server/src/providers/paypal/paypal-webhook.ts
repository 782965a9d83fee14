// Reads what PayPal knows about our app and its webhook, for tests of the settings.
import { z } from 'zod'
import type { PaymentSettings } from '../payment-provider.ts'
import { ProviderError } from '../provider-error.ts'
import { createPaypalClient } from './paypal-client.ts'
import { parse } from './paypal-order.ts'

const webhook = z.object({
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })),
})

/** No capture has this id. */
const MADE_UP_ID = '0TEST0SERVICE0000'

export const createPaypalWebhook = (settings: PaymentSettings, timeoutMs: number) => {
  const client = createPaypalClient(settings, timeoutMs)
  return {
    /** Undefined if our app has no webhook with this id. */
    find: async () => {
      const path = `/v1/notifications/webhooks/${encodeURIComponent(settings.webhookSecret)}`
      const answer = await client.read(path).catch((error: unknown) => {
        if (error instanceof ProviderError && error.kind === 'rejected') return undefined
        throw error
      })
      if (answer === undefined) return undefined
      const { url, event_types } = parse(webhook, answer, 'unavailable')
      return { url, events: event_types.map(({ name }) => name) }
    },

    /** False if the app isn't allowed to. */
    canReadDisputes: async (): Promise<boolean> => {
      const query = new URLSearchParams({ disputed_transaction_id: MADE_UP_ID })
      try {
        await client.read(`/v1/customer/disputes?${query}`)
        return true
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        if (error.kind === 'auth') return false
        // An id that it doesn't like is still an answer to an app that may ask.
        if (error.kind === 'rejected') return true
        throw error
      }
    },
  }
}
