// What the Stripe and PayPal emulators share: switches, slow calls, events and their webhooks.
import type { EmulatorContext } from '../emulator.ts'
import { createSlowCalls } from '../slow-calls.ts'
import { createWebhookSender, type WebhookCall } from '../webhook-sender.ts'
import { openSwitches } from './switches.ts'

/** The real services retry for days; an app that restarts is back within a minute. */
const RETRY_AFTER_MS = [500, 2_000, 5_000, 15_000, 60_000]
const TIMEOUT_MS = 10_000
const SHUFFLE_WITHIN_MS = 1_500
const EVENTS_MAX = 20_000

export const openPaymentService = <Event extends { readonly id: string }>(
  context: EmulatorContext,
  provider: string,
  write: (event: Event) => WebhookCall,
) => {
  const { store, url } = context
  const switches = openSwitches(store, provider)
  const slowCalls = createSlowCalls(`/${provider}`, () => {
    const { delayMs: ms, delayMatch: match } = switches.get()
    return { ms, match }
  })
  const events = store.collection<Event>(`${provider}/events`)
  const sender = createWebhookSender({
    url: () => `${context.appUrl}/api/${provider}/webhook`,
    timeoutMs: TIMEOUT_MS,
    retryAfterMs: RETRY_AFTER_MS,
  })
  const resend = (event: Event) => void sender.send(() => write(event))
  const stop = () => {
    sender.clear()
    slowCalls.clear()
  }

  return {
    url,
    switches,
    slowCalls,
    events,
    /** Sends an event once and right away, regardless of the switches. */
    resend,
    publish: (event: Event): void => {
      if (events.size >= EVENTS_MAX)
        for (const { id } of events.list().slice(0, EVENTS_MAX / 10)) events.delete(id)
      events.set(event.id, event)
      const { webhooks, copiesMax, shuffle, dropPercent } = switches.get()
      if (webhooks === 'off' || Math.random() * 100 < dropPercent) return
      const copies = 1 + Math.floor(Math.random() * copiesMax)
      for (let copy = 0; copy < copies; copy += 1)
        sender.after(shuffle ? Math.random() * SHUFFLE_WITHIN_MS : copy * 50, () => resend(event))
    },
    /** Commits all writes of `work`, or none. */
    atomically: store.transaction,
    reset: (...parts: readonly { clear(): void }[]): void => {
      stop()
      store.transaction(() => {
        for (const part of [switches, events, ...parts]) part.clear()
      })
    },
    close: stop,
  }
}
