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

/** Ends on `path`, which may be any page of ours with its query. */
export const signIn = async (page: Page, person: Person, path = '/') => {
  await page.goto(`/auth?${new URLSearchParams({ redirect: path })}`)
  await leaveForGoogle(page)
  await choose(page, person)
  await expect(accountMenu(page)).toContainText(person.email)
  await expect(page).toHaveURL(path)
}

export const expectSignedOut = async (page: Page) => {
  await expect(page.getByRole('link', { name: `${BUSINESS} home` })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible()
}

/** What this tab keeps of the sign-in, as text. */
export const keptAuth = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('invoice-desk.auth'))
