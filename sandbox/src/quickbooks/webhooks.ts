// Tells the product about changes, signed, a little later and in batches, as QuickBooks does.
import { createHmac, randomUUID } from 'node:crypto'
import type { Change, Operation } from './records/books.ts'

/** Today's body, the older one, or silence. */
export const WEBHOOK_MODES = ['cloudevents', 'notifications', 'off'] as const
export type WebhookMode = (typeof WEBHOOK_MODES)[number]

export type WebhookOptions = {
  readonly token: string
  readonly url: () => string
  readonly mode: () => WebhookMode
  /** Only companies that are connected to the app are spoken of. */
  readonly isConnected: (realmId: string) => boolean
  readonly batchAfterMs?: number
  readonly retryAfterMs?: readonly number[]
}

type Event = Change & { readonly eventId: string }

const EVENTS_PER_POST_MAX = 200
const QUEUE_MAX = 20_000
const TIMEOUT_MS = 3000

const VERB = {
  Create: 'created',
  Update: 'updated',
  Delete: 'deleted',
  Void: 'voided',
} as const satisfies Record<Operation, string>

const webhookBody = (mode: WebhookMode, events: readonly Event[]): unknown =>
  mode === 'cloudevents'
    ? events.map((event) => ({
        specversion: '1.0',
        id: event.eventId,
        source: 'intuit.c2FuZGJveC1jb21wYW55',
        type: `qbo.${event.name.toLowerCase()}.${VERB[event.operation]}.v1`,
        datacontenttype: 'application/json',
        time: event.at.toISOString(),
        intuitentityid: event.Id,
        intuitaccountid: event.realmId,
        data: {},
      }))
    : {
        eventNotifications: [...Map.groupBy(events, ({ realmId }) => realmId)].map(
          ([realmId, entries]) => ({
            realmId,
            dataChangeEvent: {
              entities: entries.map(({ name, Id, operation, at }) => ({
                name,
                id: Id,
                operation,
                lastUpdated: at.toISOString(),
              })),
            },
          }),
        ),
      }

const sign = (token: string, body: string): string =>
  createHmac('sha256', token).update(body).digest('base64')

export const createWebhooks = (options: WebhookOptions) => {
  const { batchAfterMs = 200, retryAfterMs = [500, 2000, 5000] } = options
  const stop = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  let queue: Event[] = []
  let waiting = false

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timer.unref()
    timers.add(timer)
  }
  /** A product that is down or refuses gets a few more tries; then the change is left to its own sync. */
  const post = async (body: string, mode: WebhookMode, attempt = 0): Promise<void> => {
    const delivered = await deliver(options, body, mode, stop.signal)
    const wait = retryAfterMs[attempt]
    if (delivered || wait === undefined || stop.signal.aborted) return
    later(wait, () => void post(body, mode, attempt + 1))
  }
  const flush = () => {
    waiting = false
    const mode = options.mode()
    const events = queue
    queue = []
    if (mode === 'off') return
    for (let at = 0; at < events.length; at += EVENTS_PER_POST_MAX) {
      const slice = events.slice(at, at + EVENTS_PER_POST_MAX)
      void post(JSON.stringify(webhookBody(mode, slice)), mode)
    }
  }
  const forget = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    queue = []
    waiting = false
  }

  return {
    notify: (change: Change): void => {
      if (options.mode() === 'off' || !options.isConnected(change.realmId)) return
      if (queue.length < QUEUE_MAX) queue.push({ ...change, eventId: randomUUID() })
      if (!waiting) later(batchAfterMs, flush)
      waiting = true
    },
    clear: forget,
    close: () => {
      stop.abort()
      forget()
    },
  }
}

const deliver = async (
  { url, token }: WebhookOptions,
  body: string,
  mode: WebhookMode,
  signal: AbortSignal,
): Promise<boolean> => {
  try {
    const answer = await fetch(url(), {
      method: 'POST',
      headers: {
        'content-type':
          mode === 'cloudevents' ? 'application/cloudevents+json' : 'application/json',
        'intuit-signature': sign(token, body),
        'intuit-t-id': randomUUID(),
        'user-agent': 'intuit-webhooks/sandbox',
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
