// The connection to the accounting service: its state, and how staff make or renew it.
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { optionalText } from './loose.ts'

const CONNECTION_STATES = [
  'connected',
  'expired',
  'invalid',
  'disconnected',
  'error',
  /** Any other that a server may name. */
  'unknown',
] as const

export const connectionStatus = z.object({
  status: z
    .string()
    .transform((status) => CONNECTION_STATES.find((known) => known === status) ?? 'unknown')
    .pipe(z.enum(CONNECTION_STATES)),
  /** When the connection ends unless it is used or renewed before. */
  expiresAt: optionalText,
  daysUntilExpiration: z.number().optional().catch(undefined),
  /** Whether this very check renewed the access token. */
  refreshed: z.boolean().catch(false),
  reason: optionalText,
  companyName: optionalText,
})
export type ConnectionStatus = z.infer<typeof connectionStatus>

export const startQboConnection = {
  method: 'GET',
  path: '/api/auth/qbo/start',
  summary: 'Begin a connection: binds it to this browser and person, answers with the page to open',
  access: 'tool:connections',
  response: z.object({ url: z.url() }),
} as const satisfies Endpoint

export const validateQboConnection = {
  method: 'POST',
  path: '/api/auth/qbo/validate',
  summary: 'Exchange what the authorization page brought back for a stored connection',
  access: 'tool:connections',
  body: z.object({
    code: z.string().min(1, 'No authorization code received').max(2_000),
    realmId: z.string().regex(/^\d{1,30}$/, 'No QuickBooks company was chosen.'),
    state: z.string().max(1_000).default(''),
  }),
  response: z.object({
    message: z.string(),
    companyName: z.string(),
    realmId: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  errors: ['qbo_flow_invalid', 'qbo_validation_failed', 'qbo_other_company', 'qbo_unavailable'],
} as const satisfies Endpoint

export const getQboConnection = {
  method: 'GET',
  path: '/api/auth/qbo/validate',
  summary: 'Whether QuickBooks accepts the stored connection right now',
  access: 'staff',
  response: connectionStatus,
  errors: ['qbo_status_failed'],
} as const satisfies Endpoint
