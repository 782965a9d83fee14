// Endpoints for health and failed jobs, and the settings embedded in pages.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import type { PaymentMethod } from '../payments/payment-methods.ts'
import { uuid } from '../values/ids.ts'

export const getHealth = {
  method: 'GET',
  path: '/api/health',
  summary: 'Ready if the database and the job queue are working',
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
  access: 'tool:connections',
  response: z.object({ jobs: z.array(failedJob) }),
} as const satisfies Endpoint

export const retryFailedJob = {
  method: 'POST',
  path: '/api/jobs/retry',
  summary: 'Retry a failed job',
  access: 'tool:connections',
  body: z.object({ id: uuid }),
  response: z.object({ queued: z.literal(true) }),
  errors: ['job_unknown'],
} as const satisfies Endpoint

/** The path of the business's logo. */
export const LOGO_PATH = '/brand/logo'

/** Embedded in the page's HTML. */
export type PageSettings = {
  businessName: string
  contactEmail: string
  /** The business's time zone, such as `America/New_York`. It determines the current date. */
  timeZone: string
  /** The business's color as `#rrggbb`; the product's by default. */
  color?: string
  /** The URL of the business's logo. */
  logoUrl?: string
  /** The sandbox's page, if any service is an emulator. */
  sandboxUrl?: string
  /** The invisible human check. */
  humanCheck?: { siteKey: string; scriptUrl: string }
  /** The key and script of each payment method. One that is off may still have a payment to finish. */
  payments: Partial<Record<PaymentMethod, PaymentPageSettings>>
  /** Payment methods that are on. */
  paymentMethods: readonly PaymentMethod[]
}
export type PaymentPageSettings = { publicKey: string; scriptUrl: string }
