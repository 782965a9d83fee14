// Signing in as a person does: the sign-in page, the provider's chooser, and back.
import { expect, type Page } from '@playwright/test'
import { BUSINESS } from './people.ts'

type Person = { readonly email: string }

/** The header's corner that says who is signed in. */
export const accountMenu = (page: Page) => page.getByRole('button', { name: /^Account menu/ })

/** From the sign-in page to the identity provider's question. */
export const leaveForGoogle = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()
}

export const choose = (page: Page, { email }: Person) =>
  page.getByRole('button', { name: email, exact: true }).click()

/** Through the sign-in page and the provider's, as a person does. Ends on `path`, any page of ours with its query. */
export const walkIn = async (page: Page, person: Person, path = '/') => {
  await page.goto(`/auth?${new URLSearchParams({ redirect: path })}`)
  await leaveForGoogle(page)
  await choose(page, person)
  await expect(accountMenu(page)).toContainText(person.email)
  await expect(page).toHaveURL(path)
}

const kept = new Map<string, string>()
/** A document of the desk's own origin that costs nothing to open. */
const NOTHING = '/favicon.svg'

/**
 * Signed in, for journeys about something else: who has walked in once is, in a new browser, where that left
 * them. What a tab keeps of a sign-in is all there is to one.
 */
export const signIn = async (page: Page, person: Person, path = '/') => {
  const desk = await page.goto(NOTHING)
  const key = `${new URL(desk?.url() ?? '').origin} ${person.email}`
  const auth = kept.get(key)
  if (auth === undefined) {
    await walkIn(page, person, path)
    return void kept.set(key, (await keptAuth(page)) ?? '')
  }
  await page.evaluate((value) => sessionStorage.setItem('invoice-desk.auth', value), auth)
  await page.goto(path)
  await expect(accountMenu(page)).toContainText(person.email)
}

export const expectSignedOut = async (page: Page) => {
  await expect(page.getByRole('link', { name: `${BUSINESS} home` })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
}

/** What this tab keeps of the sign-in, as text. */
export const keptAuth = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('invoice-desk.auth'))
