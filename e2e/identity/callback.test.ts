// The page where the identity provider sends people back.
import type { Page } from '@playwright/test'
import { holdRequests } from '../support/hold.ts'
import { STAFF } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, leaveForGoogle, walkIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import type { Complaints } from '../support/watch.ts'

const CALLBACK = '/auth/google/redirect'
const VALIDATE = '**/api/auth/google/validate'

/** The address that the provider sends this browser back to, with a code that is still good. */
const catchCallback = async (page: Page, complaints: Complaints): Promise<string> => {
  complaints.allow(/ERR_FAILED/)
  await page.route(VALIDATE, (route) => route.abort())
  await page.goto('/auth')
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.')
  await page.unroute(VALIDATE)
  return page.url()
}

test('says that it is processing until the server has answered', async ({ page }) => {
  const letGo = await holdRequests(page, VALIDATE)
  await page.goto('/auth')
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page.getByRole('status')).toHaveText('Processing...')
  letGo()
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page)).toBeVisible()
})

test('needs a code', async ({ page }) => {
  await page.goto(CALLBACK)
  await expect(page.getByRole('alert')).toContainText(
    'Authentication Error: No authorization code received',
  )
  await expect(page).toHaveTitle(/^Authentication Error/)
  await expectSignedOut(page)
})

test('tells when the person cancels at the chooser, and the next try returns as planned', async ({
  page,
}) => {
  await page.goto('/test-auth?x=1')
  await leaveForGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Authentication Error: Authentication failed: access_denied',
  )
  await page.getByRole('link', { name: 'Try again' }).click()
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/test-auth?x=1')
})

test('shows an error from the address as text and never as markup', async ({ page }) => {
  const error = '<img src=x onerror=alert(1)>'
  await page.goto(`${CALLBACK}?${new URLSearchParams({ error })}`)
  await expect(page.getByRole('alert')).toContainText(`Authentication failed: ${error}`)
  await expect(page.getByRole('alert').locator('img')).toHaveCount(0)
})

test('refuses a code that was used before', async ({ page, complaints }) => {
  complaints.allow(/status of 400/)
  const callback = page.waitForRequest(new RegExp(`${CALLBACK}\\?`))
  await walkIn(page, STAFF)
  await page.goto((await callback).url())
  await expect(page.getByRole('alert')).toContainText('Authentication Error: Validation failed')
})

test("refuses a code that another person's browser asked for", async ({
  page,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 400/)
  const url = await catchCallback(page, complaints)
  const victim = await newVisitor()
  await victim.goto(url)
  await expect(victim.getByRole('alert')).toContainText('Authentication Error: Validation failed')
  await expectSignedOut(victim)
})

test('refuses a return path that was changed on the way', async ({ page, complaints }) => {
  complaints.allow(/status of 400/)
  const url = new URL(await catchCallback(page, complaints))
  url.searchParams.set('state', (url.searchParams.get('state') ?? '').replace('/', '/eula'))
  await page.goto(url.href)
  await expect(page.getByRole('alert')).toContainText('Authentication Error: Validation failed')
  await expectSignedOut(page)
})

test('tells when the identity provider does not answer', async ({ page, desk, complaints }) => {
  complaints.allow(/status of 502/)
  const url = await catchCallback(page, complaints)
  await desk.addFault({ provider: 'google', match: 'POST /token', mode: 'error' })
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('Google sign-in is not answering.')
})

test('tells when the answer is no JSON, and works once it is', async ({ page, complaints }) => {
  const url = await catchCallback(page, complaints)
  await page.route(VALIDATE, (route) => route.fulfill({ body: '<html>' }))
  await page.goto(url)
  await expect(page.getByRole('alert')).toContainText('Authentication Error: Invalid JSON response')
  await page.unroute(VALIDATE)
  await page.reload()
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page)).toContainText(STAFF.email)
})

test('leaves no code behind in the address', async ({ page }) => {
  await walkIn(page, STAFF)
  expect(new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(accountMenu(page)).toContainText(STAFF.email)
})
