// Endpoints for sign-in and the signed-in account.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { looseText } from '../http/lenient-response.ts'
import { SESSION_IDLE_SECONDS_MAX } from '../values/limits.ts'
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
    'account_other_google',
  ],
} as const satisfies Endpoint

export const renewSignIn = {
  method: 'POST',
  path: '/api/auth/google/renew',
  summary: "Get a new id token for this browser's session; its cookie says which one",
  access: 'public',
  limit: 'renew_sign_in',
  body: z.object({
    /** How long ago the person last used a page. */
    idleSeconds: z
      .number()
      .int()
      .min(0)
      .max(SESSION_IDLE_SECONDS_MAX * 100),
  }),
  response: authData,
  errors: [
    'session_expired',
    'google_unavailable',
    'account_not_provisioned',
    'account_disabled',
    'account_other_google',
  ],
} as const satisfies Endpoint

export const signOut = {
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: "End this browser's session, so that it can't be renewed",
  access: 'public',
  response: z.object({}),
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
