// Tokens of the human check: good once, and for two minutes unless the switch says otherwise.
import { randomBytes } from 'node:crypto'
import type { Store } from '../store.ts'

export const OUTCOMES = ['pass', 'low-score', 'fail'] as const

export type CheckSettings = {
  readonly outcome: (typeof OUTCOMES)[number]
  readonly tokenSeconds: number
}

export type Check = {
  readonly token: string
  readonly action: string
  /** Where the page was that asked for it. */
  readonly hostname: string
  readonly issuedAt: string
  readonly usedAt?: string
}

export type Checks = {
  readonly settings: CheckSettings
  saveSettings(change: Partial<CheckSettings>): CheckSettings
  issue(action: string, hostname: string): string
  /** Uses the token up, or says in the provider's word why it is no good. */
  use(token: string): Check | 'invalid-input-response' | 'timeout-or-duplicate'
  /** Newest first. */
  list(): Check[]
  reset(): void
}

const DEFAULT_SETTINGS: CheckSettings = { outcome: 'pass', tokenSeconds: 120 }
const CHECKS_MAX = 1_000

export const openChecks = (store: Store): Checks => {
  const checks = store.collection<Check>('human-check.tokens')
  const settings = store.collection<CheckSettings>('human-check.settings')
  const current = () => settings.get('settings') ?? DEFAULT_SETTINGS
  return {
    get settings() {
      return current()
    },
    saveSettings: (change) => settings.set('settings', { ...current(), ...change }),
    issue: (action, hostname) => {
      const token = `sandbox.${randomBytes(48).toString('base64url')}`
      checks.set(token, { token, action, hostname, issuedAt: new Date().toISOString() })
      if (checks.size > CHECKS_MAX) checks.delete(checks.list()[0]?.token ?? '')
      return token
    },
    use: (token) => {
      const check = checks.get(token)
      if (!check) return 'invalid-input-response'
      const age = Date.now() - Date.parse(check.issuedAt)
      if (check.usedAt !== undefined || age > current().tokenSeconds * 1_000)
        return 'timeout-or-duplicate'
      return checks.set(token, { ...check, usedAt: new Date().toISOString() })
    },
    list: () => checks.list().reverse(),
    reset: () => {
      checks.clear()
      settings.clear()
    },
  }
}
