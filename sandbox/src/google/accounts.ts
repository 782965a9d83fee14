// The people who can sign in at the identity provider, and how long their id tokens live.
import { createHash } from 'node:crypto'
import type { Store } from '../store.ts'

export type GoogleAccount = {
  /** Google's own id of the person: digits that never change. */
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
  /** The domain of a company account; personal accounts have none. */
  readonly hd?: string
  /** What the account is good for in the sample data, shown to whoever chooses. */
  readonly note: string
}

export type GoogleSettings = { readonly idTokenSeconds: number }

export type Accounts = {
  list(): readonly GoogleAccount[]
  find(sub: string): GoogleAccount | undefined
  /** Adds an account, or changes what is given of the one with this e-mail. */
  save(change: AccountChange): GoogleAccount
  readonly settings: GoogleSettings
  saveSettings(settings: GoogleSettings): GoogleSettings
  reset(): void
}

export type AccountChange = {
  readonly email: string
  readonly name?: string
  readonly email_verified?: boolean
}

const COMPANY = 'harborfinch.example'
const DEFAULT_SETTINGS: GoogleSettings = { idTokenSeconds: 3600 }

const SAMPLES = [
  ['sam.staff@harborfinch.example', 'Sam Staff', 'Staff'],
  ['ada.admin@harborfinch.example', 'Ada Admin', 'Administrator'],
  ['fay.fewer@harborfinch.example', 'Fay Fewer', 'For staff with only some tools'],
  ['stranger@elsewhere.example', 'Sidney Stranger', 'Not provisioned'],
] as const

export const openAccounts = (store: Store): Accounts => {
  const accounts = store.collection<GoogleAccount>('google.accounts')
  const settings = store.collection<GoogleSettings>('google.settings')
  const seed = () => {
    for (const [email, name, note] of SAMPLES) {
      const account = newAccount(email, name, note)
      accounts.set(account.sub, account)
    }
  }
  if (accounts.size === 0) seed()
  return {
    list: () => accounts.list(),
    find: (sub) => accounts.get(sub),
    save: (change) => {
      const email = change.email.trim().toLowerCase()
      const known = accounts.get(subOf(email)) ?? newAccount(email, nameFrom(email), 'Added here')
      return accounts.set(known.sub, {
        ...known,
        name: change.name?.trim() || known.name,
        email_verified: change.email_verified ?? known.email_verified,
      })
    },
    get settings() {
      return settings.get('settings') ?? DEFAULT_SETTINGS
    },
    saveSettings: (next) => settings.set('settings', next),
    reset: () => {
      settings.clear()
      accounts.clear()
      seed()
    },
  }
}

const newAccount = (email: string, name: string, note: string): GoogleAccount => ({
  sub: subOf(email),
  email,
  email_verified: true,
  name,
  ...(email.endsWith(`@${COMPANY}`) && { hd: COMPANY }),
  note,
})

/** Always the same for an e-mail, so that a reset does not make the product see new people. */
const subOf = (email: string): string => {
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 16)
  return `1${BigInt(`0x${hash}`).toString().padStart(20, '0')}`
}

const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
