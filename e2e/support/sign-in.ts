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

const sessions = new Map<string, string>()
/** A small document on the app's origin. */
const SMALL_PATH = '/favicon.svg'

/**
 * Signs in for tests about something else: through the pages the first time, then by reusing what the tab stored,
 * which is the whole session.
 */
export const signIn = async (page: Page, person: Person, path = '/') => {
  const desk = await page.goto(SMALL_PATH)
  const key = `${new URL(desk?.url() ?? '').origin} ${person.email}`
  const auth = sessions.get(key)
  if (auth === undefined) {
    await signInWithGoogle(page, person, path)
    return void sessions.set(key, (await storedAuth(page)) ?? '')
  }
  await page.evaluate((value) => sessionStorage.setItem('invoice-desk.auth', value), auth)
  await page.goto(path)
  await expect(accountMenu(page)).toContainText(person.email)
}

export const expectSignedOut = async (page: Page) => {
  await expect(page.getByRole('link', { name: `${BUSINESS} home` })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
}

/** The session that this tab stores, as text. */
export const storedAuth = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('invoice-desk.auth'))
