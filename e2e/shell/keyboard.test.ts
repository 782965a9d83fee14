// Keyboard use: signing in and out.
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
