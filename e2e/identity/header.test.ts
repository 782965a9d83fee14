// The header of someone who is signed in: the account menu.
import { STAFF } from '../support/people.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('signed in, it shows email and picture, and a menu that opens and closes', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  await signIn(page, STAFF, '/privacy?from=mail')
  const header = page.getByRole('banner')
  const menu = accountMenu(page)
  await expect(menu.getByText(STAFF.email)).toBeVisible()
  await expect(header.getByRole('button', { name: 'Sign In' })).toHaveCount(0)
  const picture = menu.locator('img')
  await expect(picture).toHaveCSS('border-radius', '50%')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const box = await picture.boundingBox()
  expect(box?.width).toBe(box?.height)

  await test.step('the menu has the links for staff', async () => {
    await expect(header.getByText(STAFF.name)).toBeHidden()
    await menu.click()
    await expect(header.getByText(STAFF.name)).toBeVisible()
    await expect(header.getByRole('link', { name: 'Switch User' })).toHaveAttribute(
      'href',
      '/auth?redirect=%2Fprivacy%3Ffrom%3Dmail&switch=1',
    )
    await expect(header.getByRole('link', { name: 'Failed jobs' })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Vendors' })).toHaveAttribute('href', '/vendors')
    await expect(header.getByRole('link', { name: 'Accounts', exact: true })).toHaveCount(0)
  })

  await test.step('Escape or a click elsewhere closes it and returns focus', async () => {
    const signOut = header.getByRole('button', { name: 'Sign Out' })
    await expect(signOut).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(signOut).toBeHidden()
    await expect(menu).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(signOut).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(signOut).toBeHidden()
  })

  await test.step('an initial replaces a picture that cannot be loaded', async () => {
    await page.route('**/avatars/**', (route) => route.abort())
    await page.reload()
    await expect(menu).toContainText(/S$/)
    await expect(picture).toHaveCount(0)
  })
})
