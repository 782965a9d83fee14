// What operators and the pages themselves need: health, failed jobs, and the settings a page is served with.
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

export const getHealth = {
  method: 'GET',
  path: '/api/health',
  summary: 'Ready when the database and the job queue answer',
  access: 'public',
  response: z.object({ status: z.literal('ok'), database: z.literal('ok'), jobs: z.literal('ok') }),
  errors: ['unavailable'],
} as const satisfies Endpoint

export const failedJob = z.object({
  id: z.string(),
  queue: z.string(),
  failedAt: z.iso.datetime(),
  attempts: z.number().int(),
  reason: z.string(),
})
export type FailedJob = z.infer<typeof failedJob>

export const listFailedJobs = {
  method: 'GET',
  path: '/api/jobs/failed',
  summary: 'Jobs that used up their retries, newest first, at most 200',
  access: 'staff',
  response: z.object({ jobs: z.array(failedJob) }),
} as const satisfies Endpoint

export const retryFailedJob = {
  method: 'POST',
  path: '/api/jobs/retry',
  summary: 'Put a failed job back into its queue',
  access: 'staff',
  body: z.object({ id: uuid }),
  response: z.object({ queued: z.literal(true) }),
  errors: ['job_unknown'],
} as const satisfies Endpoint

/** Where the business's own logo is served. */
export const LOGO_PATH = '/brand/logo'

/** Served inside the page itself, so that no page waits for a call to know its own name. */
export const pageSettings = z.object({
  businessName: z.string(),
  contactEmail: z.string(),
  /** The business's time zone, such as `America/New_York`: it decides what day is today. */
  timeZone: z.string(),
  /** The business's own colour, as `#rrggbb`; the product's unless set. */
  color: z.string().optional(),
  /** The address of the business's own logo. */
  logoUrl: z.string().optional(),
  /** The sandbox's own page, when any service is a stand-in. */
  sandboxUrl: z.string().optional(),
  /** The invisible check that a person submits an invoice. */
  humanCheck: z.object({ siteKey: z.string(), scriptUrl: z.string() }).optional(),
  /** The card field: the provider's publishable key and script. */
  stripe: z.object({ publishableKey: z.string(), scriptUrl: z.string() }).optional(),
  /** The wallet button; absent when the business has none. */
  paypal: z.object({ clientId: z.string(), scriptUrl: z.string() }).optional(),
})
export type PageSettings = z.infer<typeof pageSettings>
