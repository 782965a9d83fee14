// Without a renewal, a sign-in lasts as long as its ID token.
import type { Page } from '@playwright/test'
import { STAFF } from '../support/people.ts'
import { accountMenu, expectSignedOut, signIn, storedAuth } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const MINUTE_MS = 60_000

/** As if Google gave no permission to renew the sign-in. */
const preventRenewal = (page: Page) => page.context().clearCookies({ name: 'desk-session' })

test('when the token expires, every open tab is signed out and can return to its page', async ({
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  const page = await newVisitor()
  const context = page.context()
  await context.clock.install()
  await signIn(page, STAFF, '/test-auth?tab=1')
  await preventRenewal(page)
  const other = await context.newPage()
  await other.goto('/amazon-transactions?sort=amount')
  await expect(accountMenu(other)).toBeVisible()

  const { exp } = JSON.parse((await storedAuth(page)) ?? '')
  await context.clock.fastForward(exp * 1_000 - Date.now() - MINUTE_MS)
  await expect(accountMenu(page)).toBeVisible()
  await expect(accountMenu(other)).toBeVisible()

  await context.clock.fastForward(MINUTE_MS + 1_000)
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Ftab%3D1')
  await expectSignedOut(page)
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Your session ended. Sign in again to go on. We kept what you entered.',
  )
  expect(await storedAuth(page)).toBeNull()
  await expect(other).toHaveURL('/auth?redirect=%2Famazon-transactions%3Fsort%3Damount')
  await expectSignedOut(other)
})

/** Edits this tab's stored sign-in data. */
const changeAuth = (page: Page, changes: object) =>
  page.evaluate((changed) => {
    const auth = JSON.parse(sessionStorage.getItem('invoice-desk.auth') ?? '')
    sessionStorage.setItem('invoice-desk.auth', JSON.stringify({ ...auth, ...changed }))
  }, changes)

test('a session that has expired or that the server refuses ends when a page loads', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  await signIn(page, STAFF)
  await preventRenewal(page)
  const { idToken } = JSON.parse((await storedAuth(page)) ?? '')
  await changeAuth(page, { idToken: `${idToken.slice(0, -8)}AAAAAAAA` })
  await page.goto('/test-auth?x=1')
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await expectSignedOut(page)

  const later = await context.newPage()
  await signIn(later, STAFF)
  await preventRenewal(later)
  await changeAuth(later, { exp: Math.floor(Date.now() / 1_000) - 60 })
  await later.goto('/test-auth?x=2')
  await expect(later).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D2')
  await expectSignedOut(later)
  expect(await storedAuth(later)).toBeNull()
})
