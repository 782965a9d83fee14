// The pages of plain text: privacy, terms, license, and Page Not Found.
import { TERMS_VERSION } from '@invoice-desk/contract/customer-invoices/terms'
import { BUSINESS, CONTACT } from '@invoice-desk/testing/people'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { openPage } from '../../test/open-page.tsx'

const title = page.getByRole('heading', { level: 1 })
const footer = page.getByRole('contentinfo')
const header = page.getByRole('banner')

/** Signed out, every page has a home link and a Sign In button. */
const expectHeader = async () => {
  await expect.element(header.getByRole('button', { name: 'Sign In' })).toBeVisible()
  const logo = header.getByRole('link', { name: `${BUSINESS} home` })
  await expect.element(logo).toHaveAttribute('href', '/')
  expect(logo.element().querySelector('svg')?.checkVisibility()).toBe(true)
}

const expectTexts = (texts: readonly string[]) => {
  const main = page.getByRole('main').element().textContent
  for (const text of texts) expect(main).toContain(text)
}

it('has the privacy policy, the terms and the license in the footer', async () => {
  await openPage('/', { as: null })
  await footer.getByRole('link', { name: 'Privacy' }).click()
  await expect.element(title).toHaveTextContent('Privacy Policy')
  expect(location.pathname).toBe('/privacy')
  await expectHeader()
  expectTexts([
    'your email address',
    'your name',
    'your profile picture',
    'used only for authentication and for approval authorization',
    'kept in the browser session only',
    'sign in with Google',
    'internal organizational use only',
    ...['Stripe', 'PayPal', 'reCAPTCHA', 'QuickBooks', 'How long we keep data'],
  ])
  await expectAccessibleOnAllScreens()

  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect.element(title).toHaveTextContent('Terms of Service')
  expect(location.pathname).toBe('/terms')
  expectTexts([`version ${TERMS_VERSION}`, BUSINESS, CONTACT, 'never charges you twice'])
  await expectAccessibleOnAllScreens()

  await footer.getByRole('link', { name: 'License' }).click()
  await expect.element(title).toHaveTextContent('End-User License Agreement')
  expect(location.pathname).toBe('/eula')
  await expectHeader()
  expectTexts([
    'email address, name and profile picture',
    'used only for authentication and approval authorization',
    'kept in the browser session only',
    'You sign in with Google',
    'internal organizational use only',
  ])
  await expectAccessibleOnAllScreens()
})

it('comes back from the sign-in page to the page that the header was used on', async () => {
  await openPage('/eula', { as: null })
  await header.getByRole('button', { name: 'Sign In' }).click()
  await expect.element(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  expect(location.pathname + location.search).toBe('/auth?redirect=%2Feula')
  await expectHeader()
})

it('shows Page Not Found for an unknown path, even below a protected page', async () => {
  await openPage('/test-auth/more', { as: null })
  await expect.element(title).toHaveTextContent('Page Not Found')
  await expect.poll(() => document.title).toMatch(/^Page Not Found/)
  await expect.element(page.getByRole('main').getByRole('link', { name: CONTACT })).toBeVisible()
  await expectHeader()
  await expectAccessibleOnAllScreens()
  await page.getByRole('link', { name: 'home page' }).click()
  await expect.element(title).toMatchTextContent('Welcome')
  expect(location.pathname).toBe('/')
})
