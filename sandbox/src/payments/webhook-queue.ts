// Sends a payment service's events to the product: retried, and on demand repeated, shuffled or lost.
import type { PaymentSwitches } from './switches.ts'

export type WebhookOptions<Event> = {
  readonly url: () => string
  readonly switches: () => PaymentSwitches
  /** Made anew for each try, because signatures carry the time. */
  readonly write: (event: Event) => {
    readonly headers: Record<string, string>
    readonly body: string
  }
  readonly retryAfterMs?: readonly number[]
}

export type WebhookQueue<Event> = {
  send(event: Event): void
  /** Once and at once, whatever the switches say: someone pressed a button. */
  resend(event: Event): void
  clear(): void
  close(): void
}

/** The real services go on for days; a product that was restarted is back within a minute. */
const RETRY_AFTER_MS = [500, 2_000, 5_000, 15_000, 60_000]
const SHUFFLE_WITHIN_MS = 1_500
const TIMEOUT_MS = 10_000
const WAITING_MAX = 50_000

export const createWebhookQueue = <Event>(options: WebhookOptions<Event>): WebhookQueue<Event> => {
  const { switches, retryAfterMs = RETRY_AFTER_MS } = options
  const timers = new Set<NodeJS.Timeout>()
  let stop = new AbortController()

  const later = (ms: number, work: () => void): void => {
    if (timers.size >= WAITING_MAX) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  const post = async (event: Event, attempt = 0): Promise<void> => {
    const { signal } = stop
    const delivered = await deliver(options, event, signal)
    const wait = retryAfterMs[attempt]
    if (delivered || wait === undefined || signal.aborted) return
    later(wait, () => void post(event, attempt + 1))
  }
  const clear = () => {
    stop.abort()
    stop = new AbortController()
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
  }

  return {
    send: (event) => {
      const { webhooks, copiesMax, shuffle, dropPercent } = switches()
      if (webhooks === 'off' || Math.random() * 100 < dropPercent) return
      const copies = 1 + Math.floor(Math.random() * copiesMax)
      for (let copy = 0; copy < copies; copy += 1)
        later(shuffle ? Math.random() * SHUFFLE_WITHIN_MS : copy * 50, () => void post(event))
    },
    resend: (event) => void post(event),
    clear,
    close: clear,
  }
}

const deliver = async <Event>(
  { url, write }: WebhookOptions<Event>,
  event: Event,
  signal: AbortSignal,
): Promise<boolean> => {
  const { headers, body } = write(event)
  try {
    const answer = await fetch(url(), {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
