// A page in one of its states, and how to open it.
import { expect, type Locator, type Page } from '@playwright/test'
import { signIn } from '../sign-in.ts'

export type View = {
  /** `<page>-<state>`. */
  readonly name: string
  readonly path: string
  /** Who is signed in; no one when absent. */
  readonly as?: { readonly email: string }
  /** Runs before the page opens. */
  readonly stage?: (page: Page) => Promise<unknown>
  /** Runs after the page has opened. */
  readonly act?: (page: Page) => Promise<unknown>
  /** Visible once the page is complete. */
  readonly shows: (page: Page) => Locator
}

export const heading = (name: string) => (page: Page) =>
  page.getByRole('heading', { level: 1, name })
export const button = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true })
/** A loaded list, whether or not other tests have added rows to it. */
export const list = (empty: string) => (page: Page) =>
  page.getByRole('table').or(page.getByText(empty)).first()

export const openView = async (page: Page, view: View) => {
  const { as, path, stage, act, shows } = view
  await stage?.(page)
  if (as) await signIn(page, as, path.startsWith('/auth') ? '/' : path)
  if (!as || path.startsWith('/auth')) await page.goto(path)
  await act?.(page)
  await expect(shows(page)).toBeVisible()
}
