// Connecting QuickBooks: success, refusal, loss and reconnection.
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('connects through QuickBooks’ own page, and offers to reconnect after QuickBooks revokes access', async ({
  page,
  desk,
}) => {
  await signIn(page, STAFF, '/connections')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Connections')
  await page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ }).click()
  await page.getByRole('button', { name: 'Connect Harbor & Finch Studio' }).click()
  await expect(
    page.getByRole('heading', { name: 'QuickBooks Authorization Successful' }),
  ).toBeVisible()
  await expect(page.getByText('Token successfully stored in database')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Connections')
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect QuickBooks' })).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'a connection')

  await desk.ask('POST', '/quickbooks/switches/expire-access-tokens', {})
  await desk.ask('POST', '/quickbooks/switches/kill-refresh-tokens', {})
  await page.reload()
  await expect(page.getByText('Invalid', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Connection is no longer valid - /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reconnect QuickBooks' })).toBeVisible()
})

test('checks the status again every 5 minutes', async ({ newVisitor }) => {
  const page = await newVisitor()
  await signIn(page, STAFF, '/connections')
  await page.clock.install()
  const checked = page.waitForResponse('**/api/auth/qbo/validate')
  await page.reload()
  await checked
  await expect(page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ })).toBeVisible()
  let polls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/qbo/validate')) polls += 1
  })
  await page.clock.fastForward('04:30')
  expect(polls).toBe(0)
  await page.clock.fastForward('00:40')
  await expect.poll(() => polls).toBe(1)
})

test('explains why when QuickBooks refuses access or the callback is invalid', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 40[0-9]/)
  const failed = page.getByRole('heading', { name: 'QuickBooks Authentication Error' })
  await signIn(page, STAFF, '/connections')
  await page.getByRole('button', { name: /^(Connect|Reconnect) QuickBooks$/ }).click()
  await page.getByRole('button', { name: 'No thanks' }).click()
  await expect(failed).toBeVisible()
  await expect(page.getByText('Authentication failed: access_denied')).toBeVisible()
  await expect(page.getByText('You canceled the connection.')).toBeVisible()

  const forged = { code: 'x', realmId: '9341453100000001', state: '/connections#forged' }
  await page.goto(`/auth/qbo/redirect?${new URLSearchParams(forged)}`)
  await expect(failed).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    /This authorization belongs to another browser/,
  )
  await expect(page).toHaveURL('/auth/qbo/redirect')

  await page.goto('/auth/qbo/redirect')
  await expect(page.getByText('No authorization code received')).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'a failed connection')
})
