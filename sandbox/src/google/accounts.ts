// The Google accounts that people can sign in with, their consent to the app, and how long their id tokens last.
import { createHash } from 'node:crypto'
import type { Store } from '../store.ts'
import { revokeIssued } from './adapter.ts'

export type GoogleAccount = {
  /** Google's id of the person, which never changes. */
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
  readonly name: string
  /** The domain of a company account. */
  readonly hd?: string
  /** What the account is for, shown to the person who signs in. */
  readonly note: string
}

export type GoogleSettings = {
  readonly idTokenSeconds: number
  /** Gmail's quota per minute; each send costs 100. */
  readonly gmailUnitsPerMinute: number
  /** How many people Gmail lets an account send to within 24 hours. */
  readonly personalRecipientsPerDay: number
  readonly companyRecipientsPerDay: number
}

export type Accounts = ReturnType<typeof openAccounts>

export type AccountChange = {
  readonly email: string
  readonly name?: string
  readonly email_verified?: boolean
}

const COMPANY = 'harborfinch.example'
const DEFAULT_SETTINGS: GoogleSettings = {
  idTokenSeconds: 3600,
  gmailUnitsPerMinute: 15_000,
  personalRecipientsPerDay: 500,
  companyRecipientsPerDay: 2_000,
}

const SAMPLES = [
  ['sam.staff@harborfinch.example', 'Sam Staff', 'Staff'],
  ['ada.admin@harborfinch.example', 'Ada Admin', 'Administrator'],
  ['fay.fewer@harborfinch.example', 'Fay Fewer', 'Staff with limited access'],
  ['stranger@elsewhere.example', 'Sidney Stranger', 'No access to the app'],
] as const

export const openAccounts = (store: Store) => {
  const accounts = store.collection<GoogleAccount>('google.accounts')
  const settings = store.collection<GoogleSettings>('google.settings')
  const consents = store.collection<{ readonly sub: string }>('google.consents')
  const seed = () => {
    for (const [email, name, note] of SAMPLES) {
      const account = newAccount(email, name, note)
      accounts.set(account.sub, account)
    }
  }
  if (accounts.size === 0) seed()
  const findByEmail = (text: string): GoogleAccount | undefined => {
    const email = text.trim().toLowerCase()
    return accounts.list().find((account) => account.email === email)
  }
  const forget = (sub: string) => {
    consents.delete(sub)
    revokeIssued(store, sub)
  }
  const currentSettings = () => ({ ...DEFAULT_SETTINGS, ...settings.get('settings') })
  return {
    list: accounts.list,
    find: accounts.get,
    findByEmail,
    /** Adds an account, or changes the one with this email. */
    save: (change: AccountChange): GoogleAccount => {
      const email = change.email.trim().toLowerCase()
      const known = findByEmail(email) ?? newAccount(email, nameFrom(email), 'Added here')
      return accounts.set(known.sub, {
        ...known,
        name: change.name?.trim() || known.name,
        email_verified: change.email_verified ?? known.email_verified,
      })
    },
    hasConsented: (sub: string): boolean => consents.get(sub) !== undefined,
    /** True if it's the first time. */
    giveConsent: (sub: string): boolean => {
      const isFirst = consents.get(sub) === undefined
      consents.set(sub, { sub })
      return isFirst
    },
    /** The app's tokens stop working, and its next sign-in is a first consent. */
    withdrawConsent: (email: string): void => {
      const { sub } = findByEmail(email) ?? {}
      if (sub !== undefined) forget(sub)
    },
    /** As when a company gives an address to someone else: the same email, and another person. */
    replace: (email: string): GoogleAccount | undefined => {
      const known = findByEmail(email)
      if (!known) return undefined
      forget(known.sub)
      accounts.delete(known.sub)
      const sub = subOf(`${known.email} after ${known.sub}`)
      return accounts.set(sub, { ...known, sub })
    },
    settings: currentSettings,
    saveSettings: (next: Partial<GoogleSettings>) =>
      settings.set('settings', { ...currentSettings(), ...next }),
    reset: () => {
      settings.clear()
      consents.clear()
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

/** Derived from the email, so people keep their ids after a reset. */
const subOf = (email: string): string => {
  const hash = createHash('sha256').update(email).digest('hex').slice(0, 16)
  return `1${BigInt(`0x${hash}`).toString().padStart(20, '0')}`
}

const nameFrom = (email: string): string =>
  (email.split('@')[0] ?? email)
    .split(/[._-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
