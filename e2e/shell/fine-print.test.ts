// The static pages: privacy, license, and what stands at an address without a page.
import { CONTACT } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('the privacy policy says what is collected, for what, for how long and for whom', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  const main = page.getByRole('main')
  for (const text of [
    'your e-mail address',
    'your name',
    'your profile picture',
    'used only for authentication and for approval authorization',
    'kept in the browser session only',
    'sign in with Google',
    'internal organizational use only',
  ]) {
    await expect(main).toContainText(text)
  }
})

test('the license agreement says the same of data and use', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'License' }).click()
  await expect(page).toHaveURL('/eula')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('End-User License Agreement')
  const main = page.getByRole('main')
  for (const text of [
    'e-mail address, name and profile picture',
    'used only for authentication and approval authorization',
    'kept in the browser session only',
    'Sign-in is through Google',
    'internal organizational use only',
  ]) {
    await expect(main).toContainText(text)
  }
})

const NOWHERE = ['/no-such-page', '/test-auth/more', '/index.html.bak', '/%F0%9F%A7%BE?x=1']

test('any other path is answered with 404 and the page titled Page Not Found', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 404/)
  for (const path of NOWHERE) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page).toHaveTitle(/^Page Not Found/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    await expect(page.getByRole('main').getByRole('link', { name: CONTACT })).toBeVisible()
    await page.getByRole('link', { name: 'start page' }).click()
    await expect(page).toHaveURL('/')
  }
})
