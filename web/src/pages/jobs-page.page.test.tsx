// Failed jobs, and the toasts after a retry.
import { TOAST_WIDTH_MAX_PX, TOASTS_MAX } from '@invoice-desk/contract/values/limits'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { held, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'

const JOB = {
  id: '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01',
  queue: 'send-mail',
  failedAt: '2026-03-02T15:04:05.000Z',
  attempts: 6,
  reason: 'connect ECONNREFUSED: the mail server does not answer',
}
const LISTED = { 'GET /api/jobs/failed': { jobs: [JOB] } }
const RETRY = 'POST /api/jobs/retry'

const retry = page.getByRole('button', { name: 'Retry send-mail' })
const toasts = page.getByRole('alert')

const pressRetry = async () => {
  retry.element().focus()
  await userEvent.keyboard('{Enter}')
}

it('is in the account menu, and says so when no job has failed', async () => {
  await openPage('/privacy', { answers: { 'GET /api/jobs/failed': { jobs: [] } } })
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('link', { name: 'Failed jobs' }).click()
  await expect.element(page.getByRole('main')).toMatchTextContent('No failed jobs.')
  expect(location.pathname).toBe('/jobs')
})

it('lists failed jobs, retries one at a time and keeps focus', async () => {
  const answer = held(
    refuse(404, { error: 'This job is no longer on the list.', code: 'job_unknown' }),
  )
  const { sent } = await openPage('/jobs', { answers: { ...LISTED, [RETRY]: answer.answer } })
  const row = page.getByRole('row').filter({ hasText: 'send-mail' })
  await expect.element(row).toMatchTextContent('the mail server does not answer')
  await expect.element(row).toMatchTextContent('Mar 2, 2026')
  await pressRetry()
  await expect.element(retry).toHaveAttribute('aria-busy', 'true')
  // A second click while the first is in progress does nothing.
  await userEvent.keyboard('{Enter}')
  await expectAccessible()
  answer.release()
  await expect.element(toasts).toMatchTextContent('This job is no longer on the list.')
  await expect.element(retry).toHaveFocus()
  await expect.element(retry).toBeEnabled()
  expect(sent.filter(({ name }) => name === RETRY)).toHaveLength(1)
  await expectAccessibleOnAllScreens()
})

it('shows at most 20 toasts, none wider than 350 px, even on a phone', async () => {
  let retries = 0
  const refuseEach = () => {
    retries += 1
    const error = `Attempt ${retries} found nothing to retry. ${'Long words wrap. '.repeat(4)}`
    return refuse(404, { error, code: 'job_unknown' })
  }
  const count = (text: string) => toasts.filter({ hasText: text }).elements().length
  const widest = () =>
    Math.max(...toasts.elements().map((each) => each.getBoundingClientRect().width))
  expect([TOASTS_MAX, TOAST_WIDTH_MAX_PX]).toEqual([20, 350])
  await openPage('/jobs', { answers: { ...LISTED, [RETRY]: refuseEach } })
  await expect.element(retry).toBeVisible()
  for (let attempt = 1; attempt <= TOASTS_MAX + 1; attempt += 1) {
    await expect.element(retry).not.toHaveAttribute('aria-busy')
    await pressRetry()
    await expect.poll(() => count(`Attempt ${attempt} found`)).toBe(1)
  }
  await expect.poll(() => toasts.elements().length).toBe(TOASTS_MAX)
  expect(count('Attempt 1 found')).toBe(0)
  expect(widest()).toBeLessThanOrEqual(TOAST_WIDTH_MAX_PX)
  await page.viewport(320, 640)
  await expect.poll(widest).toBeLessThanOrEqual(320)

  await toasts.last().getByRole('button', { name: 'Close message' }).click()
  await expect.poll(() => toasts.elements().length).toBe(TOASTS_MAX - 1)
})
