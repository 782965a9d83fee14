// Defines the background jobs for payments.
import { z } from 'zod'
import type { JobKind } from '../../jobs/queue.ts'
import { MAIL_RETRIES } from '../../jobs/queue.ts'

const attempt = z.object({ attemptId: z.uuid() })

/** Asks the provider about an attempt and books what was paid. */
export const settlePaymentJob = {
  name: 'payment-settle',
  data: attempt,
  concurrency: 4,
  retryLimit: 12,
} as const satisfies JobKind

export const receiptMailJob = {
  name: 'payment-receipt',
  data: attempt,
  retryLimit: MAIL_RETRIES,
  concurrency: 2,
} as const satisfies JobKind

/** Emails staff about a payment that needs review. */
export const reviewMailJob = {
  name: 'payment-review',
  data: attempt.extend({ review: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Reconciles providers, attempts and QuickBooks every morning. */
export const reconcileJob = {
  name: 'payment-reconcile',
  data: z.unknown(),
  cron: '20 5 * * *',
  retryLimit: 3,
  retryDelaySeconds: 600,
  expireSeconds: 1_200,
} as const satisfies JobKind

/** Emails staff what a reconciliation found. */
export const reconciliationMailJob = {
  name: 'payment-reconciliation-mail',
  data: z.object({ id: z.uuid() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind
