// A stubbed list of failed jobs, because a job fails only after hours of retries.
import type { Page } from '@playwright/test'

const JOB = {
  id: '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01',
  queue: 'send-mail',
  failedAt: '2026-03-02T15:04:05.000Z',
  attempts: 6,
  reason: 'connect ECONNREFUSED: the mail server does not answer',
}

export const stubFailedJob = (page: Page) =>
  page.route('**/api/jobs/failed', (route) => route.fulfill({ json: { jobs: [JOB] } }))
