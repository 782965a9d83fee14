// Signing in, being refused and signing out.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { holdRequests } from '../support/hold.ts'
import { STAFF, STRANGER } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const START = '**/api/auth/google/start*'

test('a visitor signs in and returns to the previous page', async ({ page, complaints }) => {
  complaints.allow(/status of 502/)
  await page.goto('/auth')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expectSignedOut(page)
  // Back on the sign-in page, without a return path in the URL.
  await page.goBack()
  await expect(page).toHaveURL('/auth')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Google Sign-In')
  await expect(page.getByRole('main')).toContainText('You’ll return to the page you came from.')

  await test.step('Google cannot be reached at first', async () => {
    const json = { error: 'Failed to initialize Google login', code: 'google_start_failed' }
    await page.route(START, (route) => route.fulfill({ status: 502, json }))
    await page.getByRole('button', { name: 'Sign in with Google' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to initialize Google login')
    await expectAccessibleOnAllScreens(page, 'sign-in page with a problem')
    await page.unroute(START)
  })

  await test.step('the first try is canceled at the chooser', async () => {
    await leaveForGoogle(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'Authentication Error: Authentication failed: access_denied',
    )
    await page.getByRole('link', { name: 'Try again' }).click()
  })

  const release = await holdRequests(page, '**/api/auth/google/validate')
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page.getByRole('status')).toHaveText('Processing...')
  release()
  // The exact URL: the code is gone.
  await expect(page).toHaveURL('/privacy')
  await expect(accountMenu(page)).toContainText(STAFF.email)
})

test('a stranger is refused, and a provisioned account gets in and signs out again', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  await page.goto('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await leaveForGoogle(page)
  await choose(page, STRANGER)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText("This account isn't set up for Invoice Desk.")
  await expect(alert.getByRole('link', { name: 'billing@harborfinch.example' })).toHaveAttribute(
    'href',
    'mailto:billing@harborfinch.example',
  )
  await expectAccessibleOnAllScreens(page, 'refused')
  await expectSignedOut(page)

  await alert.getByRole('link', { name: 'Try again' }).click()
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/test-auth?x=1')
  await expect(page.getByRole('main').locator('pre')).toContainText(STAFF.email)

  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await expectSignedOut(page)
  await expect(page.getByText('Your session ended.')).toHaveCount(0)
  await page.reload()
  await expectSignedOut(page)
})
