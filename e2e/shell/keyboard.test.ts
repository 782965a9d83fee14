// Keyboard use: signing in and out, and focus.
import { tabTo } from '../support/keyboard.ts'
import { BUSINESS, STAFF } from '../support/people.ts'
import { accountMenu } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('a visitor signs in and out by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('button', { name: 'Sign In' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Google Sign-In' })).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: 'Sign in with Google' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: STAFF.email }))
  await page.keyboard.press('Enter')
  await expect(accountMenu(page)).toContainText(STAFF.email)
  await expect(page.getByRole('heading', { level: 1, name: BUSINESS })).toBeFocused()

  await tabTo(page, accountMenu(page))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Sign Out' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Google Sign-In' })).toBeFocused()
})

test('focus is visible, skips to the content, and moves to the heading of a new page', async ({
  page,
}) => {
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await test.step('the first stop skips to the content', async () => {
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
  })

  await test.step('every stop shows its focus', async () => {
    for (let step = 0; step < 12; step += 1) {
      // A card shows the focus ring for the link inside it.
      const ringed = await page.evaluate(() => {
        const focused = document.activeElement
        return [focused, focused?.closest('li')].some(
          (element) => element && getComputedStyle(element).outlineStyle !== 'none',
        )
      })
      expect(ringed).toBe(true)
      await page.keyboard.press('Tab')
    }
    await skip.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').getByRole('link').first()).toBeFocused()
  })

  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeFocused()
  await expect(page).toHaveTitle(`Privacy Policy · ${BUSINESS}`)
  await page.getByRole('link', { name: 'License' }).click()
  await expect(page.getByRole('heading', { name: 'End-User License Agreement' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeFocused()
})
