// How a payment service tells the product what happened: well, badly or not at all, by choice.

import { SLOW_MATCH_LENGTH_MAX, SLOW_MS_MAX, type Slowness } from '../slow-calls.ts'
import type { Store } from '../store.ts'
import { type Html, html } from '../web/pages.ts'

export const WEBHOOK_MODES = ['on', 'off'] as const

export type PaymentSwitches = {
  readonly webhooks: (typeof WEBHOOK_MODES)[number]
  /** Every event is sent between once and this many times. */
  readonly copiesMax: number
  /** Waits a random while before each sending, so that events overtake each other. */
  readonly shuffle: boolean
  /** So many of a hundred events are never sent. */
  readonly dropPercent: number
  /** How long a call that changes something takes. */
  readonly delayMs: number
  /** Only such calls take long as have this in `METHOD /path`; empty for all of them. */
  readonly delayMatch: string
  /** How long until a search finds what has changed. */
  readonly searchLagMs: number
}

const DEFAULTS: PaymentSwitches = {
  webhooks: 'on',
  copiesMax: 1,
  shuffle: false,
  dropPercent: 0,
  delayMs: 0,
  delayMatch: '',
  searchLagMs: 1_000,
}

const COPIES_MAX = 5

export const switchesSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    webhooks: { type: 'string', enum: WEBHOOK_MODES },
    copiesMax: { type: 'integer', minimum: 1, maximum: COPIES_MAX },
    shuffle: { type: 'boolean' },
    dropPercent: { type: 'integer', minimum: 0, maximum: 100 },
    delayMs: { type: 'integer', minimum: 0, maximum: SLOW_MS_MAX },
    delayMatch: { type: 'string', maxLength: SLOW_MATCH_LENGTH_MAX },
    searchLagMs: { type: 'integer', minimum: 0, maximum: SLOW_MS_MAX },
  },
}

export const openSwitches = (store: Store, provider: 'stripe' | 'paypal') => {
  const saved = store.collection<PaymentSwitches>(`${provider}/switches`)
  const get = (): PaymentSwitches => ({ ...DEFAULTS, ...saved.get('now') })
  return {
    get,
    change: (change: Partial<PaymentSwitches>): PaymentSwitches =>
      saved.set('now', { ...get(), ...change }),
    slowness: (): Slowness => ({ ms: get().delayMs, match: get().delayMatch }),
    clear: () => saved.clear(),
  }
}

/** The form of all switches; `searchable` shows the one that only a service with a search has. */
export const switchesForm = (
  action: string,
  switches: PaymentSwitches,
  searchable = false,
): Html => html`<form class="fields" method="post" action="${action}">
<label>Webhooks<select name="webhooks">${WEBHOOK_MODES.map((mode) => option(mode, mode, switches.webhooks))}</select></label>
<label>Order<select name="shuffle">${option('false', 'as it happened', String(switches.shuffle))}${option('true', 'shuffled', String(switches.shuffle))}</select></label>
${number('copiesMax', 'Copies at most', switches.copiesMax, 1, COPIES_MAX)}
${number('dropPercent', 'Lost, percent', switches.dropPercent, 0, 100)}
${number('delayMs', 'Calls take, ms', switches.delayMs, 0, SLOW_MS_MAX)}
<label>Only calls containing<input name="delayMatch" maxlength="${SLOW_MATCH_LENGTH_MAX}" value="${switches.delayMatch}" placeholder="every change" autocomplete="off"></label>
${searchable && number('searchLagMs', 'Search lags, ms', switches.searchLagMs, 0, SLOW_MS_MAX)}
<button>Save</button>
</form>`

const option = (value: string, text: string, current: string): Html =>
  html`<option value="${value}"${value === current && html` selected`}>${text}</option>`

const number = (name: string, label: string, value: number, min: number, max: number): Html =>
  html`<label class="short">${label}<input name="${name}" type="number" min="${min}" max="${max}" value="${value}" required></label>`
