// The merchant's PayPal account: its records, access tokens, request ids and events.
import type { EmulatorContext } from '../emulator.ts'
import { openPaymentService } from '../payments/service.ts'
import { createReplay } from './api/replay.ts'
import { openTokens } from './api/tokens.ts'
import { openBooks } from './books.ts'
import { createEmit, EVENT_NAMES, type WebhookEvent, writeWebhook } from './webhooks/events.ts'
import { openSigning } from './webhooks/signing.ts'

export type Merchant = ReturnType<typeof openMerchant>

export const openMerchant = (context: EmulatorContext) => {
  const { store, url } = context
  const signing = openSigning(store)
  const service = openPaymentService<WebhookEvent>(context, {
    provider: 'paypal',
    eventTypes: EVENT_NAMES,
    typeOf: ({ event_type }) => event_type,
    write: writeWebhook(signing, url),
  })
  const books = openBooks(store)
  const replay = createReplay(store)
  return {
    ...service,
    books,
    signing,
    tokens: openTokens(store),
    replay,
    emit: createEmit(url, service.publish),
    // Tokens survive, because the app may still be running with one.
    reset: () => service.reset(books, replay),
  }
}
