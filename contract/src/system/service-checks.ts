// Endpoints for testing each service before and after going live, and for the list of what to try before going live.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { email } from '../values/email.ts'
import { SUBMIT_BYTES_MAX } from '../values/limits.ts'

/** Everything that `npm run doctor` and the health page test, in this order. */
export const SERVICES = {
  database: 'Database',
  storage: 'File storage',
  mail: 'Email',
  google: 'Google sign-in',
  quickbooks: 'QuickBooks',
  stripe: 'Stripe',
  paypal: 'PayPal',
  human_check: 'reCAPTCHA',
  public_address: 'Public address',
  mail_relay: 'Mail relay',
} as const
export type Service = keyof typeof SERVICES
export const SERVICE_NAMES = Object.keys(SERVICES) as Service[]

export const finding = z.object({
  /** `ok`: as it should be. `note`: worth knowing. `problem`: must be fixed. `skipped`: can't be tested this way. */
  state: z.enum(['ok', 'note', 'problem', 'skipped']),
  /** What was found, as a whole sentence. */
  text: z.string(),
  /** How to fix it. */
  fix: z.string().optional(),
})
export type Finding = z.infer<typeof finding>

export const serviceCheck = z.object({
  service: z.enum(SERVICE_NAMES),
  /** Undefined if the service was never tested from the page. */
  last: z.object({ at: z.iso.datetime(), by: z.string(), findings: z.array(finding) }).optional(),
})
export type ServiceCheck = z.infer<typeof serviceCheck>

/** What a person tries before the first customer does, in this order. */
export const GO_LIVE_TITLES = {
  settings: 'Set up your business',
  accounts: 'Let a second person sign in',
  quickbooks: 'Connect QuickBooks',
  email: 'Receive email at Gmail and Outlook',
  bill: 'Turn an invoice into a bill',
  card: 'Pay with a card, and refund it',
  wallet: 'If you use PayPal: pay with it, and refund it',
  reconciliation: 'Reconcile',
  backup: 'Back up and restore',
  monitoring: 'Set up monitoring',
} as const
export type GoLiveStep = keyof typeof GO_LIVE_TITLES
export const GO_LIVE_STEPS = Object.keys(GO_LIVE_TITLES) as GoLiveStep[]

const goLiveStep = z.object({
  step: z.enum(GO_LIVE_STEPS),
  done: z.object({ at: z.iso.datetime(), by: z.string() }).optional(),
})
export type GoLiveStepView = z.infer<typeof goLiveStep>

export const listServiceChecks = {
  method: 'GET',
  path: '/api/health/services',
  summary: 'The last test of each service, and what is done on the go-live list',
  access: 'admin',
  response: z.object({ services: z.array(serviceCheck), steps: z.array(goLiveStep) }),
} as const satisfies Endpoint

export const testService = {
  method: 'POST',
  path: '/api/health/services',
  summary: 'Test a service with harmless calls',
  access: 'admin',
  limit: 'service_test',
  body: z.object({
    service: z.enum(SERVICE_NAMES),
    /** For reCAPTCHA: a token from the browser, which shows that both keys belong together. Empty if it got none. */
    humanCheckToken: z.string().max(4_000).optional(),
  }),
  response: serviceCheck,
} as const satisfies Endpoint

export const sendTestEmail = {
  method: 'POST',
  path: '/api/health/test-email',
  summary: 'Send a test email now',
  access: 'admin',
  body: z.object({ to: email }),
  response: z.object({
    /** Why the mail server refused it; undefined if it accepted the email. */
    problem: z.string().optional(),
  }),
} as const satisfies Endpoint

export const saveGoLiveStep = {
  method: 'PUT',
  path: '/api/health/go-live',
  summary: 'Check or uncheck a step of the go-live list',
  access: 'admin',
  body: z.object({ step: z.enum(GO_LIVE_STEPS), done: z.boolean() }),
  response: goLiveStep,
} as const satisfies Endpoint

/** The action of the browser's human check when the health page tests reCAPTCHA. */
export const HUMAN_CHECK_TEST = 'test_service'

export const probe = {
  method: 'POST',
  path: '/api/health/probe',
  summary:
    'What the app sees of a request through the public address; for our own test, which signs it',
  access: 'public',
  limit: 'probe',
  /** As large as the largest invoice, so a proxy that allows less is found. It's read and thrown away. */
  multipart: z.object({}),
  bodyBytesMax: SUBMIT_BYTES_MAX,
  query: z.object({ token: z.string().max(500) }),
  response: z.object({
    /** The id of the installation at the address. If it's ours, the address leads here. */
    installation: z.string(),
    bytes: z.number().int(),
    protocol: z.string(),
    host: z.string(),
    address: z.string(),
    /** How many addresses X-Forwarded-For names; 0 if no proxy sends it. */
    forwardedFor: z.number().int(),
    /** Whether TRUST_PROXY includes the proxy that called. */
    isProxyTrusted: z.boolean(),
  }),
  errors: ['not_found'],
} as const satisfies Endpoint
