// Switches for webhooks and slow calls of the Stripe and PayPal emulators.
import { SLOW_MS_MAX } from '../slow-calls.ts'
import type { Store } from '../store.ts'
import {
  fieldsForm,
  type Html,
  html,
  numberField,
  selectField,
  TEXT_LENGTH_MAX,
  textField,
} from '../web/pages.ts'

export type PaymentSwitches = {
  readonly webhooks: 'on' | 'off'
  /** The path in the app that events are sent to. Empty for the right one. */
  readonly webhookPath: string
  /** A type of event that the webhook isn't subscribed to. Empty if it has all of them. */
  readonly withoutEvent: string
  /** Each event is sent between once and this many times. */
  readonly copiesMax: number
  /** Sends events after random delays, so they arrive out of order. */
  readonly shuffle: boolean
  /** The share of events that are never sent. */
  readonly dropPercent: number
  /** How long a call that changes something takes. */
  readonly delayMs: number
  /** Slows down only calls with this text in `METHOD /path`; empty slows down all of them. */
  readonly delayMatch: string
}

const DEFAULTS: PaymentSwitches = {
  webhooks: 'on',
  webhookPath: '',
  withoutEvent: '',
  copiesMax: 1,
  shuffle: false,
  dropPercent: 0,
  delayMs: 0,
  delayMatch: '',
}

const COPIES = { min: 1, max: 5 }
const PERCENT = { min: 0, max: 100 }
const DELAY = { min: 0, max: SLOW_MS_MAX }

const integer = ({ min, max }: typeof COPIES) => ({ type: 'integer', minimum: min, maximum: max })

export const switchesSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    webhooks: { type: 'string', enum: ['on', 'off'] },
    webhookPath: { type: 'string', pattern: '^(/[\\w/-]*)?$', maxLength: TEXT_LENGTH_MAX },
    withoutEvent: { type: 'string', maxLength: TEXT_LENGTH_MAX },
    copiesMax: integer(COPIES),
    shuffle: { type: 'boolean' },
    dropPercent: integer(PERCENT),
    delayMs: integer(DELAY),
    delayMatch: { type: 'string', maxLength: TEXT_LENGTH_MAX },
  },
}

export const openSwitches = (store: Store, provider: string) => {
  const saved = store.collection<PaymentSwitches>(`${provider}/switches`)
  const get = (): PaymentSwitches => ({ ...DEFAULTS, ...saved.get('now') })
  return {
    get,
    change: (change: Partial<PaymentSwitches>): PaymentSwitches =>
      saved.set('now', { ...get(), ...change }),
    clear: saved.clear,
  }
}

export const switchesForm = (action: string, now: PaymentSwitches): Html =>
  fieldsForm(
    action,
    html`${selectField('Webhooks', 'webhooks', { on: 'On', off: 'Off' }, now.webhooks)}
${selectField('Order', 'shuffle', { false: 'In order', true: 'Shuffled' }, String(now.shuffle))}
${numberField('Copies of each event (max)', 'copiesMax', now.copiesMax, COPIES)}
${numberField('Lost events (%)', 'dropPercent', now.dropPercent, PERCENT)}
${numberField('Delay of writes (ms)', 'delayMs', now.delayMs, DELAY)}
${textField('Delay only calls that contain', 'delayMatch', now.delayMatch, 'All writes')}
${textField('Path of the webhook', 'webhookPath', now.webhookPath, 'The app’s own')}
${textField('Event that it isn’t subscribed to', 'withoutEvent', now.withoutEvent, 'None')}`,
  )
