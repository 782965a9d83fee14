// Notifies the app about changes with signed webhooks, in batches after a short delay, as QuickBooks does.
import { createHmac, randomUUID } from 'node:crypto'
import { createRandom } from '../random.ts'
import { createWebhookSender } from '../webhook-sender.ts'
import type { Change } from './records/books.ts'

/** A seed repeats which events are dropped and repeated, and how they are shuffled. */
export type Delivery = {
  readonly delayMs: number
  /** The share of events that are never sent. */
  readonly dropPercent: number
  /** The share of events that are sent twice. */
  readonly repeatPercent: number
  /** Adds a random delay to each event, so they arrive out of order. */
  readonly shuffle: boolean
  /** Puts an entry that isn't about a record in front of each post. */
  readonly strangers: boolean
  readonly seed: number
}

export const PROMPT_DELIVERY: Delivery = {
  delayMs: 0,
  dropPercent: 0,
  repeatPercent: 0,
  shuffle: false,
  strangers: false,
  seed: 1,
}

type WebhookOptions = {
  readonly token: string
  readonly url: () => string
  readonly mode: () => 'cloudevents' | 'notifications' | 'off'
  readonly delivery: () => Delivery
  /** Only changes of connected companies are sent. */
  readonly isConnected: (realmId: string) => boolean
}

type Event = Change & { readonly eventId: string }

const BATCH_AFTER_MS = 200
const EVENTS_PER_POST_MAX = 200
const QUEUE_MAX = 20_000
const SHUFFLE_WITHIN_MS = 1_500
/** Longer than a batch, so the second copy comes in another one. */
const REPEAT_AFTER_MS = 300

const VERB = { Create: 'created', Update: 'updated', Delete: 'deleted', Void: 'voided' } as const

/** About a company, but no record. */
const strangeEvent = (realmId: string) => ({
  specversion: '1.0',
  id: randomUUID(),
  source: 'intuit.c2FuZGJveC1jb21wYW55',
  type: 'qbo.companyinfo.announced.v2',
  time: new Date().toISOString(),
  intuitaccountid: realmId,
})

const cloudEvents = (events: readonly Event[], strangers: readonly string[]) => [
  ...strangers.map(strangeEvent),
  ...events.map(({ eventId, name, operation, at, Id, realmId }) => ({
    specversion: '1.0',
    id: eventId,
    source: 'intuit.c2FuZGJveC1jb21wYW55',
    type: `qbo.${name.toLowerCase()}.${VERB[operation]}.v1`,
    datacontenttype: 'application/json',
    time: at.toISOString(),
    intuitentityid: Id,
    intuitaccountid: realmId,
    data: {},
  })),
]

const notifications = (events: readonly Event[], strangers: readonly string[]) => ({
  eventNotifications: [
    ...strangers.map((realmId) => ({ realmId })),
    ...[...Map.groupBy(events, ({ realmId }) => realmId)].map(([realmId, entries]) => ({
      realmId,
      dataChangeEvent: {
        entities: entries.map(({ name, Id, operation, at }) => ({
          name,
          id: Id,
          operation,
          lastUpdated: at.toISOString(),
        })),
      },
    })),
  ],
})

export const createWebhooks = (options: WebhookOptions) => {
  const { token, url, mode, delivery, isConnected } = options
  const sender = createWebhookSender({ url, timeoutMs: 3_000, retryAfterMs: [500, 2_000, 5_000] })
  let queue: Event[] = []
  let random = createRandom(delivery().seed)

  const post = (events: readonly Event[], isCloud: boolean) => {
    const write = isCloud ? cloudEvents : notifications
    const strangers = delivery().strangers ? events.slice(0, 1).map(({ realmId }) => realmId) : []
    const body = JSON.stringify(write(events, strangers))
    const headers = {
      'content-type': isCloud ? 'application/cloudevents+json' : 'application/json',
      'intuit-signature': createHmac('sha256', token).update(body).digest('base64'),
      'intuit-t-id': randomUUID(),
      'user-agent': 'intuit-webhooks/sandbox',
    }
    sender.send(() => ({ headers, body }))
  }
  const flush = () => {
    const events = queue
    queue = []
    if (mode() === 'off') return
    for (let at = 0; at < events.length; at += EVENTS_PER_POST_MAX)
      post(events.slice(at, at + EVENTS_PER_POST_MAX), mode() === 'cloudevents')
  }

  const enqueue = (event: Event) => {
    if (queue.length === 0) sender.after(BATCH_AFTER_MS, flush)
    if (queue.length < QUEUE_MAX) queue.push(event)
  }

  return {
    notify: (change: Change): void => {
      if (mode() === 'off' || !isConnected(change.realmId)) return
      const { delayMs, dropPercent, repeatPercent, shuffle } = delivery()
      const event = { ...change, eventId: randomUUID() }
      const isDropped = random() * 100 < dropPercent
      const copyDelaysMs = random() * 100 < repeatPercent ? [0, REPEAT_AFTER_MS] : [0]
      for (const copyDelayMs of isDropped ? [] : copyDelaysMs) {
        const waitMs = delayMs + copyDelayMs + (shuffle ? random() * SHUFFLE_WITHIN_MS : 0)
        if (waitMs === 0) enqueue(event)
        else sender.after(waitMs, () => enqueue(event))
      }
    },
    restartRandom: (): void => {
      random = createRandom(delivery().seed)
    },
    settle: sender.settle,
    clear: (): void => {
      sender.clear()
      queue = []
    },
  }
}
