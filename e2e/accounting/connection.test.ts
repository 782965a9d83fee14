// Connecting QuickBooks through its own page: a refusal, success, and the loss of access.
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('connects through QuickBooks’ own page, and offers to reconnect after QuickBooks revokes access', async ({
  page,
  desk,
}) => {
  const connect = page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ })
  await signIn(page, STAFF, '/connections')
  await connect.click()
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(page.getByText('You canceled the connection.')).toBeVisible()
  await expect(page).toHaveURL('/auth/qbo/redirect')

  await page.getByRole('main').getByRole('link', { name: 'Manage Connections' }).click()
  await connect.click()
  await page.getByRole('button', { name: 'Connect Harbor & Finch Studio' }).click()
  await expect(page.getByText('Token successfully stored in database')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Connections')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()

  await desk.ask('POST', '/quickbooks/switches/expire-access-tokens', {})
  await desk.ask('POST', '/quickbooks/switches/kill-refresh-tokens', {})
  await page.reload()
  await expect(page.getByText('Invalid', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Connection is no longer valid - /)).toBeVisible()
})
