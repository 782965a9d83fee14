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

type Kind<Event> = {
  readonly provider: string
  /** Every type of event that the emulator knows. */
  readonly eventTypes: readonly string[]
  readonly typeOf: (event: Event) => string
  readonly write: (event: Event) => WebhookCall
}

export const openPaymentService = <Event extends { readonly id: string }>(
  context: EmulatorContext,
  { provider, eventTypes, typeOf, write }: Kind<Event>,
) => {
  const { store, url } = context
  const switches = openSwitches(store, provider)
  const slowCalls = createSlowCalls(`/${provider}`, () => {
    const { delayMs: ms, delayMatch: match } = switches.get()
    return { ms, match }
  })
  const events = store.collection<Event>(`${provider}/events`)
  /** What the API says about the webhook is also what's delivered. */
  const webhook = () => {
    const { webhooks, webhookPath, withoutEvent } = switches.get()
    return {
      url: `${context.appUrl}${webhookPath || `/api/${provider}/webhook`}`,
      eventTypes: eventTypes.filter((type) => type !== withoutEvent),
      isEnabled: webhooks === 'on',
    }
  }
  const sender = createWebhookSender({
    url: () => webhook().url,
    timeoutMs: TIMEOUT_MS,
    retryAfterMs: RETRY_AFTER_MS,
  })
  const resend = (event: Event) => sender.send(() => write(event))
  const stop = () => {
    sender.clear()
    slowCalls.clear()
  }

  return {
    url,
    switches,
    slowCalls,
    events,
    webhook,
    /** Sends an event once and right away, regardless of the switches. */
    resend,
    publish: (event: Event): void => {
      if (events.size >= EVENTS_MAX)
        for (const { id } of events.list().slice(0, EVENTS_MAX / 10)) events.delete(id)
      events.set(event.id, event)
      const { copiesMax, shuffle, dropPercent } = switches.get()
      const { isEnabled, eventTypes: subscribed } = webhook()
      if (!isEnabled || !subscribed.includes(typeOf(event))) return
      if (Math.random() * 100 < dropPercent) return
      const copies = 1 + Math.floor(Math.random() * copiesMax)
      for (let copy = 0; copy < copies; copy += 1)
        sender.after(shuffle ? Math.random() * SHUFFLE_WITHIN_MS : copy * 50, () => resend(event))
    },
    /** Commits all writes of `work`, or none. */
    atomically: store.transaction,
    settle: () => {
      slowCalls.clear()
      return sender.settle()
    },
    reset: (...parts: readonly { clear(): void }[]): void => {
      stop()
      store.transaction(() => {
        for (const part of [switches, events, ...parts]) part.clear()
      })
    },
    close: stop,
  }
}
