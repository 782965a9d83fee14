// Signing in at Google's page: canceled, refused, and at last successful.
import { STAFF, STRANGER } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a visitor cancels, is refused with the wrong account, gets to the page they wanted, and signs out', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  const alert = page.getByRole('alert')
  const tryAgain = alert.getByRole('link', { name: 'Try again' })
  await page.goto('/test-auth?x=1&y=a%20b')
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1%26y%3Da%2520b')
  await leaveForGoogle(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(alert).toContainText('Authentication Error: Authentication failed: access_denied')

  await tryAgain.click()
  await leaveForGoogle(page)
  await choose(page, STRANGER)
  await expect(alert).toContainText("This account isn't set up for Invoice Desk.")
  await expectSignedOut(page)

  await tryAgain.click()
  await leaveForGoogle(page)
  await choose(page, STAFF)
  // The exact URL: the code is gone.
  await expect(page).toHaveURL('/test-auth?x=1&y=a%20b')
  await expect(page.getByRole('main').locator('pre')).toContainText(STAFF.email)

  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectSignedOut(page)
  await page.reload()
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1%26y%3Da%2520b')
  await expectSignedOut(page)
})
