// Signing in, switching the account and signing out.
import { ADMIN, STAFF, STRANGER } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, leaveForGoogle, walkIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a visitor signs in through the chooser and sees who they are', async ({ page }) => {
  await page.goto('/')
  await expectSignedOut(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Google Sign-In')
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page)).toContainText(STAFF.email)
})

test('the consent page is asked for e-mail and profile, offline, with account selection', async ({
  page,
}) => {
  await page.goto('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  const asked = page.waitForRequest(/\/o\/oauth2\/v2\/auth\?/)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  const query = Object.fromEntries(new URL((await asked).url()).searchParams)
  expect(query).toMatchObject({
    response_type: 'code',
    access_type: 'offline',
    prompt: 'select_account',
    code_challenge_method: 'S256',
  })
  expect(query.scope?.split(' ')).toEqual(expect.arrayContaining(['email', 'profile']))
  expect(query.redirect_uri).toMatch(/\/auth\/google\/redirect$/)
  expect(query.state).toMatch(/^\/test-auth\?x=1#.{20,}/)
})

test('Switch User stays on the sign-in page, names the account and changes it', async ({
  page,
}) => {
  await walkIn(page, STAFF, '/test-auth?x=1')
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Switch User' }).click()
  await expect(page).toHaveURL(/\/auth\?/)
  await expect(page.getByRole('main')).toContainText(`Current account: ${STAFF.email}`)
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign Out' })).toBeVisible()

  await page.getByRole('button', { name: 'Switch Account' }).click()
  await choose(page, ADMIN)
  await expect(page).toHaveURL('/test-auth?x=1')
  await expect(accountMenu(page)).toContainText(ADMIN.email)
  await expect(page.getByRole('main')).not.toContainText(STAFF.email)
})

test('whoever cancels a switch stays signed in as before', async ({ page }) => {
  await walkIn(page, STAFF)
  await page.goto('/auth?switch=1')
  await page.getByRole('button', { name: 'Switch Account' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Authentication failed: access_denied')
  await expect(accountMenu(page)).toContainText(STAFF.email)
})

test('Sign Out in the menu ends the session and leads back after the next sign-in', async ({
  page,
}) => {
  await walkIn(page, STAFF, '/test-auth?x=1')
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await expectSignedOut(page)
  await page.reload()
  await expectSignedOut(page)

  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/test-auth?x=1')
})

test('Sign Out on the sign-in page leaves it there, ready for another account', async ({
  page,
}) => {
  await walkIn(page, STAFF)
  await page.goto('/auth?switch=1')
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expectSignedOut(page)
})

test('a stranger is told that there is no access, and whom to write to', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  await page.goto('/auth?redirect=%2Ftest-auth')
  await leaveForGoogle(page)
  await choose(page, STRANGER)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You do not have access')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('This account has not been provisioned for Invoice Desk.')
  await expect(alert.getByRole('link', { name: 'billing@harborfinch.example' })).toHaveAttribute(
    'href',
    'mailto:billing@harborfinch.example',
  )
  await expectSignedOut(page)

  await alert.getByRole('link', { name: 'Try again' }).click()
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/test-auth')
})

test('an unreachable identity provider is reported, and works again once it is back', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 502/)
  // The provider's addresses are learned at the first sign-in, so only a fresh process asks for them.
  await desk.restartServer()
  await desk.addFault({ provider: 'google', match: '.well-known', mode: 'error' })
  await page.goto('/auth')
  const button = page.getByRole('button', { name: 'Sign in with Google' })
  await button.click()
  await expect(page.getByRole('alert')).toHaveText('Failed to initialize Google login')
  await button.click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
})
