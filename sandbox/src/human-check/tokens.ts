// Human-check tokens: each works once and, by default, for two minutes.
import { randomBytes } from 'node:crypto'
import type { Store } from '../store.ts'

export const OUTCOMES = ['pass', 'low-score', 'fail', 'browser-error'] as const

export type CheckSettings = {
  readonly outcome: (typeof OUTCOMES)[number]
  readonly tokenSeconds: number
}

export type Check = {
  readonly token: string
  readonly siteKey: string
  readonly action: string
  /** The host of the page that requested it. */
  readonly hostname: string
  readonly issuedAt: string
  readonly usedAt?: string
}

export type Checks = ReturnType<typeof openChecks>

const DEFAULT_SETTINGS: CheckSettings = { outcome: 'pass', tokenSeconds: 120 }
const CHECKS_MAX = 1_000

export const openChecks = (store: Store) => {
  const checks = store.collection<Check>('human-check.tokens')
  const settings = store.collection<CheckSettings>('human-check.settings')
  const current = () => settings.get('settings') ?? DEFAULT_SETTINGS
  return {
    settings: current,
    saveSettings: (change: Partial<CheckSettings>) =>
      settings.set('settings', { ...current(), ...change }),
    issue: (siteKey: string, action: string, hostname: string): string => {
      const token = `sandbox.${randomBytes(48).toString('base64url')}`
      checks.set(token, { token, siteKey, action, hostname, issuedAt: new Date().toISOString() })
      if (checks.size > CHECKS_MAX) checks.delete(checks.list()[0]?.token ?? '')
      return token
    },
    isKnown: (token: string): boolean => checks.get(token) !== undefined,
    /** Uses up the token, or returns the provider's error code. */
    use: (token: string): Check | 'invalid-input-response' | 'timeout-or-duplicate' => {
      const check = checks.get(token)
      if (!check) return 'invalid-input-response'
      const age = Date.now() - Date.parse(check.issuedAt)
      if (check.usedAt !== undefined || age > current().tokenSeconds * 1_000)
        return 'timeout-or-duplicate'
      return checks.set(token, { ...check, usedAt: new Date().toISOString() })
    },
    /** Newest first. */
    list: () => checks.list().reverse(),
    reset: (): void => {
      checks.clear()
      settings.clear()
    },
  }
}
