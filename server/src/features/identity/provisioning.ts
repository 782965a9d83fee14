// Which account a verified identity has. Rows of the accounts page win over the settings, except that
// administrators named in the settings always remain administrators: nobody can lock the business out.
import { TOOLS, type Tool } from '@invoice-desk/contract/tools'
import type { Config } from '../../config.ts'

export type StaffSettings = Config['staff']

export type AccountRow = {
  email: string
  name: string
  admin: boolean
  tools: Tool[]
  disabled: boolean
  version: number
}

export type EffectiveAccount = AccountRow & {
  source: 'configuration' | 'accounts'
  locked: boolean
}

const fromSettings = (email: string, admin: boolean): EffectiveAccount => ({
  email,
  name: '',
  admin,
  tools: [...TOOLS],
  disabled: false,
  version: 0,
  source: 'configuration',
  locked: admin,
})

/** The account of an e-mail, or undefined when it is provisioned nowhere. */
export const effectiveAccount = (
  settings: StaffSettings,
  row: AccountRow | undefined,
  identity: { email: string; domain?: string | undefined },
): EffectiveAccount | undefined => {
  if (settings.admins.includes(identity.email)) return fromSettings(identity.email, true)
  if (row) return { ...row, source: 'accounts', locked: false }
  const isListed = settings.emails.includes(identity.email)
  // Only the provider's own word on the domain counts: an address can end in anything.
  const isOfDomain = settings.domain !== '' && identity.domain === settings.domain
  return isListed || isOfDomain ? fromSettings(identity.email, false) : undefined
}

/** Every account that is known by name; those of STAFF_DOMAIN appear once someone changes them. */
export const listEffectiveAccounts = (
  settings: StaffSettings,
  rows: readonly AccountRow[],
): EffectiveAccount[] => {
  const byEmail = new Map(rows.map((row) => [row.email, row]))
  const emails = new Set([...settings.admins, ...settings.emails, ...byEmail.keys()])
  return [...emails]
    .map((email) => effectiveAccount(settings, byEmail.get(email), { email }))
    .filter((account) => account !== undefined)
    .sort((a, b) => a.email.localeCompare(b.email))
}
