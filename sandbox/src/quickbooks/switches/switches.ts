// Switches for people and tests: what QuickBooks would do on its own some day, done now.
import { SLOW_MATCH_LENGTH_MAX, SLOW_MS_MAX, type Slowness } from '../../slow-calls.ts'
import type { Store } from '../../store.ts'
import { OVERLAPS, type Overlap, type Replay } from '../api/replay.ts'
import { type Rate, REAL_RATE } from '../api/throttle.ts'
import { type OAuth, ROTATIONS, type Rotation } from '../oauth/tokens.ts'
import { WEBHOOK_MODES, type WebhookMode } from '../webhooks.ts'

export type Settings = {
  rate: Rate
  rotation: Rotation
  webhooks: WebhookMode
  /** How long writes take. */
  slow: Slowness
  overlap: Overlap
}

const DEFAULT_SETTINGS: Settings = {
  rate: REAL_RATE,
  rotation: 'always',
  webhooks: 'cloudevents',
  slow: { ms: 0, match: '' },
  overlap: 'replay',
}

export type SettingsBox = ReturnType<typeof createSettings>

export const createSettings = (store: Store) => {
  const saved = store.collection<Settings>('quickbooks/switches')
  const get = (): Settings => ({ ...DEFAULT_SETTINGS, ...saved.get('now') })
  return {
    get,
    change: (change: Partial<Settings>): Settings => saved.set('now', { ...get(), ...change }),
    clear: () => saved.clear(),
  }
}

export const SWITCHES = [
  'expire-access-tokens',
  'kill-refresh-tokens',
  'refresh-token-days',
  'rotation',
  'rate',
  'webhooks',
  'slow',
  'overlap',
  'forget-requests',
  'fill',
] as const
export type SwitchName = (typeof SWITCHES)[number]

export type SwitchTools = {
  readonly oauth: OAuth
  readonly settings: SettingsBox
  readonly replay: Replay
  /** Adds so many made-up vendors and bills. */
  readonly fill: (vendors: number, bills: number) => void
}

const FILL_MAX = 20_000
const RATE_MAX = 100_000
const RETRY_AFTER_MAX = 3_600

/** A value that makes no sense; the scope's error handler answers with it. */
class SwitchError extends Error {
  readonly statusCode = 400
}

export const throwSwitch = (
  { oauth, settings, replay, fill }: SwitchTools,
  name: SwitchName,
  values: Readonly<Record<string, unknown>>,
): void => {
  const { mode, days, perSecond, perMinute, ms, match = '', vendors = 0, bills = 0 } = values
  const { retryAfterSeconds = REAL_RATE.retryAfterSeconds } = values
  switch (name) {
    case 'expire-access-tokens':
      oauth.expireAccessTokens()
      break
    case 'kill-refresh-tokens':
      oauth.killRefreshTokens()
      break
    case 'refresh-token-days':
      oauth.setRefreshDays(numberIn(days, 0, 100))
      break
    case 'rotation':
      settings.change({ rotation: choiceOf(mode, ROTATIONS) })
      break
    case 'webhooks':
      settings.change({ webhooks: choiceOf(mode, WEBHOOK_MODES) })
      break
    case 'slow':
      settings.change({ slow: { ms: numberIn(ms, 0, SLOW_MS_MAX), match: textOf(match) } })
      break
    case 'overlap':
      settings.change({ overlap: choiceOf(mode, OVERLAPS) })
      break
    case 'forget-requests':
      replay.clear()
      break
    case 'rate': {
      const rate = {
        perSecond: numberIn(perSecond, 0, RATE_MAX),
        perMinute: numberIn(perMinute, 0, RATE_MAX),
        retryAfterSeconds: numberIn(retryAfterSeconds, 0, RETRY_AFTER_MAX),
      }
      settings.change({ rate })
      break
    }
    case 'fill':
      fill(numberIn(vendors, 0, FILL_MAX), numberIn(bills, 0, FILL_MAX))
      break
  }
}

const numberIn = (value: unknown, min: number, max: number): number => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max)
    throw new SwitchError(`A whole number from ${min} to ${max} is wanted.`)
  return number
}

const textOf = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > SLOW_MATCH_LENGTH_MAX)
    throw new SwitchError(`A text of at most ${SLOW_MATCH_LENGTH_MAX} characters is wanted.`)
  return value
}

const choiceOf = <T extends string>(value: unknown, choices: readonly T[]): T => {
  const choice = choices.find((one) => one === value)
  if (!choice) throw new SwitchError(`One of ${choices.join(', ')} is wanted.`)
  return choice
}
