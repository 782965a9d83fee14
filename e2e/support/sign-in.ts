// Signing in: through the pages as a person does, or quickly with a stored session.
import { expect, type Page } from '@playwright/test'
import { BUSINESS } from './people.ts'

type Person = { readonly email: string }

/** The header's menu that shows who is signed in. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/** From the sign-in page to the identity provider's account chooser. */
export const leaveForGoogle = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

export const choose = (page: Page, { email }: Person) =>
  page.getByRole('button', { name: email, exact: true }).click()

/** Signs in through the sign-in page and the provider's, as a person does. Ends on `path`. */
export const signInWithGoogle = async (page: Page, person: Person, path = '/') => {
  await page.goto(`/auth?${new URLSearchParams({ redirect: path })}`)
  await leaveForGoogle(page)
  await choose(page, person)
  await expect(accountMenu(page)).toContainText(person.email)
  await expect(page).toHaveURL(path)
}

/** What a tab stored after signing in, by email and then by origin. */
const sessions = new Map<string, Record<string, string>>()

/**
 * Signs in for tests about something else: through the pages the first time, then by reusing what the tab stored.
 * That has no cookie, so the session can't be renewed and ends with its token, after an hour.
 */
export const signIn = async (page: Page, person: Person, path = '/') => {
  const known = sessions.get(person.email)
  if (known) {
    const stored = await page.addInitScript(storeSession, known)
    await page.goto(path)
    await stored.dispose()
    if (await storedAuth(page)) return expect(accountMenu(page)).toContainText(person.email)
  }
  await signInWithGoogle(page, person, path)
  // A test that signs out must not end the session of the others.
  await page.context().clearCookies({ name: 'desk-session' })
  const { origin } = new URL(page.url())
  sessions.set(person.email, { ...known, [origin]: (await storedAuth(page)) ?? '' })
}

/** Runs in the page before the app does. */
const storeSession = (known: Readonly<Record<string, string>>) => {
  const auth = known[location.origin]
  if (auth) sessionStorage.setItem('invoice-desk.auth', auth)
}

export const expectSignedOut = async (page: Page) => {
  await expect(page.getByRole('link', { name: `${BUSINESS} home` })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
}

/** The session that this tab stores, as text. */
export const storedAuth = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('invoice-desk.auth'))
