// A sign-in lasts as long as its id token.
import { STAFF } from '../support/people.ts'
import {
  accountMenu,
  choose,
  expectSignedOut,
  keptAuth,
  leaveForGoogle,
  walkIn,
} from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

// Long enough to arrive on a busy machine, short enough to wait for.
const SHORT_SECONDS = 8

test('when a short sign-in ends, the page leads to /auth with the way back', async ({
  page,
  desk,
}) => {
  await desk.setIdTokenSeconds(SHORT_SECONDS)
  const answered = page.waitForResponse('**/api/protected-endpoint')
  await page.goto('/test-auth?x=1')
  await leaveForGoogle(page)
  await choose(page, STAFF)
  expect((await answered).status()).toBe(200)
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await expectSignedOut(page)
  expect(await keptAuth(page)).toBeNull()
})

test('at the hour, every open tab is signed out, each with its own way back', async ({
  page,
  context,
}) => {
  await context.clock.install()
  await walkIn(page, STAFF, '/test-auth?tab=1')
  const other = await context.newPage()
  await other.goto('/privacy?tab=2')
  await expect(accountMenu(other)).toBeVisible()

  await context.clock.fastForward('59:00')
  await expect(accountMenu(page)).toBeVisible()
  await context.clock.fastForward('01:01')
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Ftab%3D1')
  await expectSignedOut(page)
  await expect(other).toHaveURL('/auth?redirect=%2Fprivacy%3Ftab%3D2')
  await expectSignedOut(other)
})

test('an expired session is discarded when a page loads', async ({ page }) => {
  await walkIn(page, STAFF)
  await page.goto('about:blank')
  await page.clock.install({ time: Date.now() + 2 * 60 * 60 * 1_000 })
  await page.goto('/test-auth?x=1')
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await expectSignedOut(page)
  expect(await keptAuth(page)).toBeNull()
})

test('a token that the server no longer accepts ends the session', async ({ page, complaints }) => {
  complaints.allow(/status of 401/)
  await walkIn(page, STAFF)
  await page.evaluate(() => {
    const auth = JSON.parse(sessionStorage.getItem('invoice-desk.auth') ?? '')
    const forged = { ...auth, idToken: `${auth.idToken.slice(0, -8)}AAAAAAAA` }
    sessionStorage.setItem('invoice-desk.auth', JSON.stringify(forged))
  })
  await page.goto('/test-auth?x=1')
  await expect(page).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
  await expectSignedOut(page)
})
