// The merchant's account: its books, its switches, and how it speaks of what happens in it.
import type { EmulatorContext } from '../emulator.ts'
import { openSwitches } from '../payments/switches.ts'
import { createWebhookQueue } from '../payments/webhook-queue.ts'
import { createSlowCalls } from '../slow-calls.ts'
import { createReplay } from './api/replay.ts'
import { openTokens } from './api/tokens.ts'
import { openBooks } from './books.ts'
import { createEmit, type WebhookEvent, writeWebhook } from './webhooks/events.ts'
import { openSigning } from './webhooks/signing.ts'

export type Merchant = ReturnType<typeof openMerchant>

export const openMerchant = (context: EmulatorContext) => {
  const { store, url } = context
  const books = openBooks(store)
  const switches = openSwitches(store, 'paypal')
  const slowCalls = createSlowCalls('/paypal', switches.slowness)
  const signing = openSigning(store)
  const tokens = openTokens(store)
  const replay = createReplay(store)
  const webhooks = createWebhookQueue<WebhookEvent>({
    url: () => `${context.appUrl}/api/paypal/webhook`,
    switches: switches.get,
    write: writeWebhook(signing, url),
  })
  return {
    url,
    books,
    switches,
    slowCalls,
    signing,
    tokens,
    replay,
    webhooks,
    emit: createEmit(books, url, webhooks.send),
    /** Everything that `work` writes is kept together or not at all. */
    atomically: store.transaction,
    reset: () => {
      webhooks.clear()
      slowCalls.clear()
      store.transaction(() => {
        // Tokens stay: the product, which may run on, keeps its own until they expire.
        for (const part of [books, switches, replay]) part.clear()
      })
    },
    close: () => {
      webhooks.close()
      slowCalls.clear()
    },
  }
}
