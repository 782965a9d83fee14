// The connection to QuickBooks, made, refused, lost and made again on the pages.
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('connects through QuickBooks’ own page and says so', async ({ page }) => {
  await signIn(page, STAFF, '/connections')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Connections')
  await page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ }).click()
  await page.getByRole('button', { name: 'Connect Harbor & Finch Studio' }).click()
  await expect(
    page.getByRole('heading', { name: 'QuickBooks Authorization Successful' }),
  ).toBeVisible()
  await expect(page.getByText('Token successfully stored in database')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Manage Connections' }).click()
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect QuickBooks' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
})

test('says why when access is refused over there', async ({ page }) => {
  await signIn(page, STAFF, '/connections')
  await page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ }).click()
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByRole('heading', { name: 'QuickBooks Authentication Error' })).toBeVisible()
  await expect(page.getByText('Authentication failed: access_denied')).toBeVisible()
})

test('shows a connection that QuickBooks no longer accepts, and offers to renew it', async ({
  page,
  desk,
}) => {
  await signIn(page, STAFF, '/connections')
  await page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ }).click()
  await page.getByRole('button', { name: 'Connect Harbor & Finch Studio' }).click()
  await expect(page.getByText('Token successfully stored in database')).toBeVisible()
  await desk.ask('POST', '/quickbooks/switches/expire-access-tokens', {})
  await desk.ask('POST', '/quickbooks/switches/kill-refresh-tokens', {})
  await page.goto('/connections')
  await expect(page.getByText('Invalid', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Connection is no longer valid - /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect QuickBooks' })).toBeVisible()
})

test('refuses a callback that nobody here asked for', async ({ page, complaints }) => {
  complaints.allow(/40[0-9]/)
  await signIn(page, STAFF, '/test-auth')
  await page.goto(
    '/auth/qbo/redirect?code=x&realmId=9341453100000001&state=%2Fconnections%23forged',
  )
  await expect(page.getByRole('heading', { name: 'QuickBooks Authentication Error' })).toBeVisible()
  await page.goto('/auth/qbo/redirect')
  await expect(page.getByText('No authorization code received')).toBeVisible()
})
