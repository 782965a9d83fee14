import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'

const JOB = {
  id: '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01',
  queue: 'send-mail',
  failedAt: '2026-03-02T15:04:05.000Z',
  attempts: 6,
  reason: 'connect ECONNREFUSED: the mail server does not answer',
}

it('lists failed jobs', async () => {
  const { sent } = await openPage('/jobs', {
    answers: {
      'GET /api/jobs/failed': { jobs: [JOB] },
      'POST /api/jobs/retry': refuse(404, {
        error: 'This job is no longer on the list.',
        code: 'job_unknown',
      }),
    },
  })
  const row = page.getByRole('row').filter({ hasText: 'send-mail' })
  await expect.element(row).toMatchTextContent('the mail server does not answer')
  await expect.element(row).toMatchTextContent('Mar 2, 2026')
  const retry = page.getByRole('button', { name: 'Retry send-mail' })
  await retry.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('This job is no longer on the list.')
  await expectAccessibleOnAllScreens()
  expect(sent.filter(({ name }) => name === 'POST /api/jobs/retry')).toHaveLength(1)
})
