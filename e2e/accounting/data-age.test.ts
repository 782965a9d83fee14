// How current the QuickBooks data is: the first reading, its age, refreshing it, and why it is old.
import { expectAccessible } from '../support/accessible.ts'
import { filling, OLD_COPY, readyCopy, stubCopy, stubRefresh } from '../support/copy-stubs.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('shows the first reading, then the age of the data, and reads the latest on request', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 50[23]/)
  await stubCopy(page, filling(12_400), filling(250_000), readyCopy(2))
  await signIn(page, STAFF, '/connections')
  await expect(
    page.getByText('Reading your QuickBooks data: 12,400 of 300,000 records'),
  ).toBeVisible()
  await expect(
    page.getByRole('progressbar', { name: 'Reading your QuickBooks data' }),
  ).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByText('250,000 of 300,000 records')).toBeVisible()
  await expect(page.getByText('QuickBooks data as of 2 minutes ago')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.locator('time')).toHaveAttribute('title', /\d{4}, \d+:\d\d [AP]M$/)

  const refresh = page.getByRole('button', { name: 'Refresh now' })
  const refusal = { error: "QuickBooks isn't responding. Try again.", code: 'qbo_unavailable' }
  await stubRefresh(page, 503, refusal)
  await refresh.click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(refusal.error)
  await expect(refresh).toBeFocused()
  await stubRefresh(page, 200, readyCopy(0))
  await refresh.press('Enter')
  await expect(page.getByText('QuickBooks data as of a moment ago')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
  await expect(refresh).toBeFocused()

  await stubCopy(page, OLD_COPY)
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    /We haven't been able to read QuickBooks since Nov 16, 2026, .+\. QuickBooks isn't responding\./,
  )
  await expectAccessible(page)
})

test('refreshing on the vendors page reads its lists again', async ({ page, desk }) => {
  await connectQuickBooks(desk)
  await stubCopy(page, readyCopy(7))
  await stubRefresh(page, 200, readyCopy(0))
  await signIn(page, STAFF, '/vendors')
  await expect(page.getByText('QuickBooks data as of 7 minutes ago')).toBeVisible()
  const lists = Promise.all(
    ['**/api/cup/vendors?*', '**/api/qbo/list-bill-accounts'].map((url) =>
      page.waitForResponse(url),
    ),
  )
  await page.getByRole('button', { name: 'Refresh now' }).click()
  await lists
  await expect(page.getByText('QuickBooks data as of a moment ago')).toBeVisible()
})
