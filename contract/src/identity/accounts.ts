// Endpoints for the accounts that administrators manage.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { email } from '../values/email.ts'
import { NAME_LENGTH_MAX, VERSION_MAX } from '../values/limits.ts'
import { TOOLS } from './tools.ts'

const tool = z.enum(TOOLS)

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
  /** Emails the person what they can do and how to sign in. */
  welcome: z.boolean().default(false),
}

export const listAccounts = {
  method: 'GET',
  path: '/api/accounts',
  summary: 'All accounts, from the settings and from the accounts page',
  access: 'admin',
  response: z.object({
    accounts: z.array(managedAccount),
    /** Emails of accounts on the accounts page that were never used. */
    notSignedIn: z.array(z.string()),
    /** Emails with which a different Google account tried to sign in. */
    otherGoogle: z.array(z.string()),
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
  recentSignIn: true,
  body: z.object({ email, ...accountFields }),
  response: managedAccount,
  errors: ['account_exists'],
} as const satisfies Endpoint

export const changeAccount = {
  method: 'PUT',
  path: '/api/accounts',
  summary: 'Change or disable an account',
  access: 'admin',
  recentSignIn: true,
  body: z.object({
    email,
    ...accountFields,
    disabled: z.boolean(),
    version: z.number().int().min(0).max(VERSION_MAX),
  }),
  response: managedAccount,
  errors: ['account_unknown', 'account_protected', 'account_self', 'changed_meanwhile'],
} as const satisfies Endpoint

export const acceptGoogleAccount = {
  method: 'POST',
  path: '/api/accounts/google-account',
  summary: 'Let in the Google account that was refused because the email belonged to another one',
  access: 'admin',
  recentSignIn: true,
  body: z.object({ email }),
  response: z.object({}),
  errors: ['changed_meanwhile'],
} as const satisfies Endpoint

export const signOutAccount = {
  method: 'POST',
  path: '/api/accounts/sign-out',
  summary: 'End all sessions of an account, which stays enabled',
  access: 'admin',
  recentSignIn: true,
  body: z.object({ email }),
  response: z.object({}),
  errors: ['account_unknown'],
} as const satisfies Endpoint
