// The header of every screen: the way home, and who is signed in.
import { BUSINESS, STAFF } from '../support/people.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const PUBLIC = ['/', '/auth', '/auth/google/redirect', '/privacy', '/eula', '/no-such-page']

test('signed out, every page has the logo that leads home and a Sign In button', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 404/)
  for (const path of PUBLIC) {
    await page.goto(path)
    const header = page.getByRole('banner')
    await expect(header.getByRole('button', { name: 'Sign In' }), path).toBeVisible()
    const logo = header.getByRole('link', { name: `${BUSINESS} home` })
    await expect(logo, path).toHaveAttribute('href', '/')
    await expect(logo.locator('svg'), path).toBeVisible()
  }
})

test('signed in, it shows the e-mail and a round picture', async ({ page }) => {
  await signIn(page, STAFF, '/test-auth')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
  await expect(accountMenu(page).getByText(STAFF.email)).toBeVisible()
  const picture = accountMenu(page).locator('img')
  await expect(picture).toHaveCSS('border-radius', '50%')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const box = await picture.boundingBox()
  expect(box?.width).toBe(box?.height)
})

test('a picture that cannot be loaded gives way to an initial', async ({ page, complaints }) => {
  complaints.allow(/ERR_FAILED/)
  await page.route('**/avatars/**', (route) => route.abort())
  await signIn(page, STAFF)
  await expect(accountMenu(page).locator('img')).toHaveCount(0)
  await expect(accountMenu(page)).toContainText(/S$/)
})

test('the dropdown has the name, Switch User and Sign Out', async ({ page }) => {
  await signIn(page, STAFF, '/privacy?from=mail')
  const menu = page.getByRole('banner')
  await expect(menu.getByText(STAFF.name)).toBeHidden()
  await accountMenu(page).click()
  await expect(menu.getByText(STAFF.name)).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Switch User' })).toHaveAttribute(
    'href',
    '/auth?redirect=%2Fprivacy%3Ffrom%3Dmail&switch=1',
  )
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('the dropdown closes by Escape, which returns the focus, and by a click elsewhere', async ({
  page,
}) => {
  await signIn(page, STAFF)
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  await accountMenu(page).click()
  await expect(signOut).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(signOut).toBeHidden()
  await expect(accountMenu(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(signOut).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(signOut).toBeHidden()
})

test('only an administrator is offered the accounts', async ({ page }) => {
  await signIn(page, STAFF)
  await accountMenu(page).click()
  await expect(page.getByRole('link', { name: 'Failed jobs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Accounts', exact: true })).toHaveCount(0)
})
