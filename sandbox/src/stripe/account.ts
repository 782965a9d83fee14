// The account: its books, its switches, and how it speaks of what happens in it.
import type Stripe from 'stripe'
import type { EmulatorContext } from '../emulator.ts'
import { openSwitches } from '../payments/switches.ts'
import { createWebhookQueue } from '../payments/webhook-queue.ts'
import { createSlowCalls } from '../slow-calls.ts'
import { createIdempotency } from './api/idempotency.ts'
import { openBooks } from './books.ts'
import { createEmit, writeWebhook } from './events.ts'

export type Account = ReturnType<typeof openAccount>

export const openAccount = (context: EmulatorContext) => {
  const { store } = context
  const books = openBooks(store)
  const switches = openSwitches(store, 'stripe')
  const slowCalls = createSlowCalls('/stripe', switches.slowness)
  const webhooks = createWebhookQueue<Stripe.Event>({
    url: () => `${context.appUrl}/api/stripe/webhook`,
    switches: switches.get,
    write: writeWebhook,
  })
  const idempotency = createIdempotency(store)
  const timers = new Set<NodeJS.Timeout>()
  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  return {
    url: context.url,
    books,
    switches,
    slowCalls,
    webhooks,
    idempotency,
    /** Objects that a call is changing right now. */
    lockedIds: new Set<string>(),
    emit: createEmit(books, webhooks.send),
    /** Everything that `work` writes is kept together or not at all. */
    atomically: store.transaction,
    /** For what happens by itself some time after a payment. */
    later: (ms: number, work: () => void): void => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        work()
      }, ms)
      timer.unref()
      timers.add(timer)
    },
    reset: () => {
      stopTimers()
      slowCalls.clear()
      webhooks.clear()
      store.transaction(() => {
        for (const part of [books, switches, idempotency]) part.clear()
      })
    },
    close: () => {
      stopTimers()
      slowCalls.clear()
      webhooks.close()
    },
  }
}
