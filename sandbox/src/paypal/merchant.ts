// The merchant's account: its books, its switches, and how it speaks of what happens in it.
import type { EmulatorContext } from '../emulator.ts'
import { createSlowCalls } from '../slow-calls.ts'
import { createWebhookQueue } from '../webhook-queue.ts'
import { openSwitches } from '../webhook-switches.ts'
import { openBooks } from './books.ts'
import { createEmit, type WebhookEvent, writeWebhook } from './events.ts'
import { createReplay } from './replay.ts'
import { openSigning } from './signing.ts'
import { openTokens } from './tokens.ts'

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
