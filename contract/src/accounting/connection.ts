// The QuickBooks connection: its status, and how staff create or renew it.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { optionalText } from '../http/lenient-response.ts'

const CONNECTION_STATES = [
  'connected',
  'expired',
  'invalid',
  'disconnected',
  'error',
  /** Any other status. */
  'unknown',
] as const

/** A connection that expires within this many days needs attention, because using it no longer renews it. */
export const CONNECTION_WARN_DAYS = 7

/** QuickBooks ends every connection after five years. People get more time to prepare for that. */
export const RECONNECT_WARN_DAYS = 30

export const connectionStatus = z.object({
  status: z
    .string()
    .transform((status) => CONNECTION_STATES.find((known) => known === status) ?? 'unknown')
    .pipe(z.enum(CONNECTION_STATES)),
  /** When the connection expires unless it's used or renewed; if `mustReconnect`, even if it's used. */
  expiresAt: optionalText,
  mustReconnect: z.boolean().optional().catch(undefined),
  daysUntilExpiration: z.number().optional().catch(undefined),
  /** Whether this check renewed the access token. */
  refreshed: z.boolean().catch(false),
  reason: optionalText,
  companyName: optionalText,
})
export type ConnectionStatus = z.infer<typeof connectionStatus>

export const startQboConnection = {
  method: 'GET',
  path: '/api/auth/qbo/start',
  summary: 'Start a connection in this browser; returns the URL of the authorization page',
  access: 'tool:connections',
  recentSignIn: true,
  response: z.object({ url: z.url() }),
} as const satisfies Endpoint

export const validateQboConnection = {
  method: 'POST',
  path: '/api/auth/qbo/validate',
  summary: 'Finish a connection with the code from the authorization page',
  access: 'tool:connections',
  body: z.object({
    code: z.string().min(1, 'No authorization code received').max(2_000),
    realmId: z.string().regex(/^\d{1,30}$/, 'No QuickBooks company was selected.'),
    state: z.string().max(1_000).default(''),
  }),
  response: z.object({
    message: z.string(),
    companyName: z.string(),
    realmId: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  errors: [
    'qbo_flow_invalid',
    'qbo_validation_failed',
    'qbo_other_company',
    'qbo_other_currency',
    'qbo_unavailable',
  ],
} as const satisfies Endpoint

export const getQboConnection = {
  method: 'GET',
  path: '/api/auth/qbo/validate',
  summary: 'Whether QuickBooks accepts the stored connection right now',
  access: 'staff',
  response: connectionStatus,
  errors: ['qbo_status_failed'],
} as const satisfies Endpoint
