// The emulator's settings, which people and tests change with switches.
import type { Slowness } from '../slow-calls.ts'
import type { Store } from '../store.ts'
import { type Rate, REAL_RATE } from './api/throttle.ts'
import { type Delivery, PROMPT_DELIVERY } from './webhooks.ts'

export type Settings = {
  readonly rate: Rate
  /** QuickBooks changes the refresh token about daily; by default it changes with every refresh here. */
  readonly rotation: 'always' | 'daily'
  /** The current format, the older format, or no webhooks. */
  readonly webhooks: 'cloudevents' | 'notifications' | 'off'
  /** How late, incomplete and disordered webhooks arrive. */
  readonly delivery: Delivery
  /** How long writes take. */
  readonly slow: Slowness
  /** How long queries and change data capture don't show a write; reads by id show it at once. */
  readonly queryLag: { readonly seconds: number }
  /** What a repeated request gets while the first one is running; QuickBooks doesn't document it. */
  readonly overlap: 'replay' | 'refuse'
  /** Settings of every company. */
  readonly company: { readonly homeCurrency: string; readonly timeZone: string }
}

const DEFAULT_SETTINGS: Settings = {
  rate: REAL_RATE,
  rotation: 'always',
  webhooks: 'cloudevents',
  delivery: PROMPT_DELIVERY,
  slow: { ms: 0, match: '' },
  queryLag: { seconds: 0 },
  overlap: 'replay',
  company: { homeCurrency: 'USD', timeZone: 'America/New_York' },
}

export const createSettings = (store: Store) => {
  const saved = store.collection<Settings>('quickbooks/switches')
  const get = (): Settings => ({ ...DEFAULT_SETTINGS, ...saved.get('now') })
  return {
    get,
    change: (change: Partial<Settings>) => void saved.set('now', { ...get(), ...change }),
    clear: saved.clear,
  }
}
