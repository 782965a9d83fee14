// The accounts of a business, for tests of the page where administrators manage them.

import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type { listAccounts, ManagedAccount } from '@invoice-desk/contract/identity/accounts'
import { ROLES } from '@invoice-desk/contract/identity/roles'
import { openPage } from './open-page.tsx'
import { ADMIN, asAdmin, STAFF } from './people.ts'

export const LIST = 'GET /api/accounts'
export const ADD = 'POST /api/accounts'
export const CHANGE = 'PUT /api/accounts'
export const SIGN_OUT = 'POST /api/accounts/sign-out'
const ACCEPT = 'POST /api/accounts/google-account'

export const BEA: ManagedAccount = {
  email: 'bea@harborfinch.example',
  name: '',
  admin: false,
  tools: [...ROLES.bookkeeper.tools],
  disabled: false,
  source: 'accounts',
  locked: false,
  version: 1,
}

const ADA: ManagedAccount = {
  ...BEA,
  email: ADMIN.email,
  name: ADMIN.name,
  admin: true,
  tools: [...ROLES.administrator.tools],
  source: 'configuration',
  locked: true,
  version: 0,
}
const SAM: ManagedAccount = {
  ...ADA,
  email: STAFF.email,
  name: STAFF.name,
  admin: false,
  locked: false,
}

/** A new account is the last one, and a changed one has the next version. */
export const openAccounts = async (first: readonly ManagedAccount[] = []) => {
  let accounts = [ADA, SAM, ...first]
  const otherGoogle = new Set([ADA.email])
  const list = (): ResponseOf<typeof listAccounts> => ({
    accounts,
    notSignedIn: accounts.filter(({ source }) => source === 'accounts').map(({ email }) => email),
    otherGoogle: [...otherGoogle],
    domain: '',
    domainTools: [],
  })
  const change = (changes: Partial<ManagedAccount>): ManagedAccount => {
    const before = accounts.find(({ email }) => email === changes.email)
    const version = (before?.version ?? 0) + 1
    const after = { ...BEA, ...before, ...changes, version }
    accounts = [...accounts.filter((account) => account !== before), after]
    return after
  }
  const save = (body: unknown) => change(body as Partial<ManagedAccount>)
  const accept = (body: unknown) => {
    otherGoogle.delete((body as { email: string }).email)
    return {}
  }
  const answers = {
    ...asAdmin,
    [LIST]: list,
    [ADD]: save,
    [CHANGE]: save,
    [ACCEPT]: accept,
    [SIGN_OUT]: {},
  }
  return { ...(await openPage('/accounts', { as: ADMIN, answers })), change }
}
