// The static pages: privacy, terms, license, and Page Not Found.

import { TERMS_VERSION } from '@invoice-desk/contract/terms'
import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { BUSINESS, CONTACT } from '../support/people.ts'
import { expectSignedOut } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** Signed out, every page has a home link and a Sign In button. */
const expectHeader = async (page: Page) => {
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Sign In' })).toBeVisible()
  const logo = header.getByRole('link', { name: `${BUSINESS} home` })
  await expect(logo).toHaveAttribute('href', '/')
  await expect(logo.locator('svg')).toBeVisible()
}

test('the footer links to the privacy policy, terms and license, and the header to the sign-in page', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const footer = page.getByRole('contentinfo')
  await page.goto('/')
  await expectHeader(page)
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await expectHeader(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  for (const text of [
    'your email address',
    'your name',
    'your profile picture',
    'used only for authentication and for approval authorization',
    'kept in the browser session only',
    'sign in with Google',
    'internal organizational use only',
    ...['Stripe', 'PayPal', 'reCAPTCHA', 'QuickBooks', 'How long we keep data'],
  ]) {
    await expect(main).toContainText(text)
  }
  await expectAccessibleOnAllScreens(page, 'privacy policy')

  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  for (const text of [`version ${TERMS_VERSION}`, BUSINESS, CONTACT, 'never charges you twice']) {
    await expect(main).toContainText(text)
  }

  await expectAccessibleOnAllScreens(page, 'terms')

  await footer.getByRole('link', { name: 'License' }).click()
  await expect(page).toHaveURL('/eula')
  await expectHeader(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('End-User License Agreement')
  for (const text of [
    'email address, name and profile picture',
    'used only for authentication and approval authorization',
    'kept in the browser session only',
    'You sign in with Google',
    'internal organizational use only',
  ]) {
    await expect(main).toContainText(text)
  }
  await expectAccessibleOnAllScreens(page, 'license')

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expect(page).toHaveURL('/auth?redirect=%2Feula')
  await expectHeader(page)
})

test('an unknown path below a protected page shows Page Not Found', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 404/)
  await page.goto('/test-auth/more')
  await expect(page).toHaveTitle(/^Page Not Found/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.getByRole('main').getByRole('link', { name: CONTACT })).toBeVisible()
  await expectSignedOut(page)
  await expectAccessibleOnAllScreens(page, 'page not found')
  await page.getByRole('link', { name: 'home page' }).click()
  await expect(page).toHaveURL('/')
})
