// Decides which account a verified identity has. The accounts page overrides the settings, except that administrators
// in the settings stay administrators, so no one can lock the business out.
import { TOOLS } from '@invoice-desk/contract/identity/tools'
import type { staffAccount } from '../../db/schema/identity.ts'
import type { Config } from '../../settings/config.ts'

export type StaffSettings = Config['staff']

export type AccountRow = Omit<typeof staffAccount.$inferSelect, 'createdAt' | 'updatedAt'>

export type EffectiveAccount = AccountRow & {
  source: 'configuration' | 'domain' | 'accounts'
  locked: boolean
}

const UNCHANGED = { name: '', admin: false, disabled: false, domain: null, version: 0 }

const fromSettings = (email: string, admin: boolean): EffectiveAccount => ({
  ...UNCHANGED,
  email,
  admin,
  tools: [...TOOLS],
  source: 'configuration',
  locked: admin,
})

/** The account of an email, or undefined if it has none. */
export const effectiveAccount = (
  settings: StaffSettings,
  row: AccountRow | undefined,
  { email, domain }: { email: string; domain?: string | null | undefined },
): EffectiveAccount | undefined => {
  if (settings.admins.includes(email)) return fromSettings(email, true)
  if (row?.domain === null) return { ...row, source: 'accounts', locked: false }
  const isListed = settings.emails.includes(email)
  // Only the domain that Google reports counts: an address can end in anything.
  const isOfDomain = settings.domain !== '' && domain === settings.domain
  if (!isListed && !isOfDomain) return undefined
  // Rights granted under another domain no longer apply, but a disabled account stays disabled.
  const isChanged = row !== undefined && row.version > 0
  if (isChanged && (isListed || row.domain === settings.domain))
    return { ...row, source: isListed ? 'accounts' : 'domain', locked: false }
  if (isListed) return fromSettings(email, false)
  const tools = [...settings.domainTools]
  return { ...UNCHANGED, ...row, email, admin: false, tools, source: 'domain', locked: false }
}

/** The account for the list, where we have no token that names the person's domain. */
export const listedAccount = (
  settings: StaffSettings,
  row: AccountRow | undefined,
  email: string,
): EffectiveAccount | undefined => effectiveAccount(settings, row, { email, domain: row?.domain })

/** All known accounts. People in STAFF_DOMAIN appear once they've signed in. */
export const listEffectiveAccounts = (
  settings: StaffSettings,
  rows: readonly AccountRow[],
): EffectiveAccount[] => {
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  const emails = new Set([...settings.admins, ...settings.emails, ...byEmail.keys()])
  return [...emails]
    .map((email) => listedAccount(settings, byEmail.get(email), email))
    .filter((account) => account !== undefined)
    .sort((a, b) => a.email.localeCompare(b.email))
}
