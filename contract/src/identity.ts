// Endpoints for sign-in, the signed-in account, and the accounts that administrators manage.
import { z } from 'zod'
import { email } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { NAME_LENGTH_MAX, VERSION_MAX } from './limits.ts'
import { looseText } from './loose.ts'
import { TOOLS } from './tools.ts'

const tool = z.enum(TOOLS)

/** What the browser stores about a signed-in person, only for its session. */
export const authData = z.object({
  email: looseText,
  name: looseText,
  picture: looseText,
  idToken: z.string().min(1),
  accessToken: looseText,
  /** Seconds since the epoch; taken from the id token's payload if absent. */
  exp: z.number().int().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  timestamp: z.number().int().optional().catch(undefined),
})
export type AuthData = z.infer<typeof authData>

export const startGoogleSignIn = {
  method: 'GET',
  path: '/api/auth/google/start',
  summary: 'Start a sign-in in this browser; returns the URL of the consent page',
  access: 'public',
  limit: 'sign_in',
  query: z.object({ redirect: z.string().max(2_000).default('/') }),
  response: z.object({ url: z.url() }),
  errors: ['google_start_failed'],
} as const satisfies Endpoint

export const validateGoogleSignIn = {
  method: 'POST',
  path: '/api/auth/google/validate',
  summary: 'Finish a sign-in with the code from the consent page',
  access: 'public',
  limit: 'sign_in',
  body: z.object({
    code: z.string().min(1, 'No authorization code received').max(2_000),
    state: z.string().max(4_000).optional(),
    iss: z.string().max(500).optional(),
  }),
  response: authData,
  errors: [
    'google_validation_failed',
    'google_unavailable',
    'account_not_provisioned',
    'account_disabled',
  ],
} as const satisfies Endpoint

const account = z.object({
  email: z.string(),
  name: z.string(),
  admin: z.boolean(),
  tools: z.array(tool),
})

export const getAccount = {
  method: 'GET',
  path: '/api/account',
  summary: 'The signed-in account and the tools enabled for it',
  access: 'staff',
  response: account,
} as const satisfies Endpoint

export const getProtected = {
  method: 'GET',
  path: '/api/protected-endpoint',
  summary: 'The caller as the server sees them, for the test page',
  access: 'staff',
  response: z.object({
    message: z.string(),
    email: z.string(),
    name: z.string(),
    expiresAt: z.iso.datetime(),
  }),
} as const satisfies Endpoint

export const managedAccount = z.object({
  email: z.string(),
  name: z.string(),
  admin: z.boolean(),
  tools: z.array(tool),
  disabled: z.boolean(),
  /**
   * `configuration`: from the server's settings until someone changes them here. `domain`: people who signed in through
   * the business's Google domain, until that setting changes.
   */
  source: z.enum(['configuration', 'domain', 'accounts']),
  /** Administrators in the settings can't be changed on the page. */
  locked: z.boolean(),
  version: z.number().int(),
})
export type ManagedAccount = z.infer<typeof managedAccount>

const accountFields = {
  name: z.string().trim().max(NAME_LENGTH_MAX).default(''),
  admin: z.boolean().default(false),
  tools: z.array(tool).max(TOOLS.length),
}

export const listAccounts = {
  method: 'GET',
  path: '/api/accounts',
  summary: 'All accounts, from the settings and from the accounts page',
  access: 'admin',
  response: z.object({
    accounts: z.array(managedAccount),
    domain: z.string(),
    /** Tools of people in the domain until an administrator changes their account. */
    domainTools: z.array(tool),
  }),
} as const satisfies Endpoint

export const addAccount = {
  method: 'POST',
  path: '/api/accounts',
  summary: 'Add an account',
  access: 'admin',
  body: z.object({ email, ...accountFields }),
  response: managedAccount,
  errors: ['account_exists'],
} as const satisfies Endpoint

export const changeAccount = {
  method: 'PUT',
  path: '/api/accounts',
  summary: 'Change or disable an account',
  access: 'admin',
  body: z.object({
    email,
    ...accountFields,
    disabled: z.boolean(),
    version: z.number().int().min(0).max(VERSION_MAX),
  }),
  response: managedAccount,
  errors: ['account_unknown', 'account_protected', 'account_self', 'changed_meanwhile'],
} as const satisfies Endpoint
