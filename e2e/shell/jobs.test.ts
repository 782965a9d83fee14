// Failed jobs, and the toasts after a retry.

import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { stubFailedJob } from '../support/failed-jobs.ts'
import { holdRequests } from '../support/hold.ts'
import { STAFF } from '../support/people.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const RETRY = '**/api/jobs/retry'
const TOASTS_MAX = 20
const TOAST_WIDTH_MAX_PX = 350

test('lists failed jobs, retries one at a time and keeps focus, and holds at most 20 toasts', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 404/)
  await signIn(page, STAFF)
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Failed jobs' }).click()
  await expect(page).toHaveURL('/jobs')
  await expect(page.getByRole('main')).toContainText('No failed jobs.')

  await stubFailedJob(page)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'send-mail' })
  await expect(row).toContainText('the mail server does not answer')
  await expect(row).toContainText('Mar 2, 2026')

  let retries = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/jobs/retry')) retries += 1
  })
  const release = await holdRequests(page, RETRY)
  const retry = row.getByRole('button', { name: 'Retry send-mail' })
  await retry.press('Enter')
  await expect(retry).toHaveAttribute('aria-busy', 'true')
  // A second click while the first is in progress does nothing.
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  release()
  await expect(page.getByRole('alert')).toContainText('This job is no longer on the list.')
  await expect(retry).toBeFocused()
  await expect(retry).toBeEnabled()
  expect(retries).toBe(1)
  await expectAccessibleOnAllScreens(page, 'a failed job')
  await page.unroute(RETRY)
  await expectFewToasts(page)
})

/** At most 20, none wider than 350 px, even on a phone. */
const expectFewToasts = async (page: Page) => {
  let retries = 0
  await page.route(RETRY, (route) => {
    retries += 1
    const error = `Attempt ${retries} found nothing to retry. ${'Long words wrap. '.repeat(4)}`
    return route.fulfill({ status: 404, json: { error, code: 'job_unknown' } })
  })
  const retry = page.getByRole('button', { name: 'Retry send-mail' })
  const toasts = page.getByRole('alert')
  for (let count = 1; count <= TOASTS_MAX + 1; count += 1) {
    await expect(retry).toBeEnabled()
    // Toasts may cover the button for a mouse, but not for a keyboard.
    await retry.press('Enter')
    await expect(toasts.filter({ hasText: `Attempt ${count} found` })).toHaveCount(1)
  }
  await expect(toasts).toHaveCount(TOASTS_MAX)
  await expect(toasts.filter({ hasText: 'Attempt 1 found' })).toHaveCount(0)
  const widest = () =>
    toasts.evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().width)))
  expect(await widest()).toBeLessThanOrEqual(TOAST_WIDTH_MAX_PX)
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(widest).toBeLessThanOrEqual(320)

  await toasts.last().getByRole('button', { name: 'Close message' }).click()
  await expect(toasts).toHaveCount(TOASTS_MAX - 1)
}
