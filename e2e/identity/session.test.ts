// The sign-in session: what the browser keeps, and that open tabs share it.
import type { Page } from '@playwright/test'
import { ADMIN, STAFF } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, keptAuth, walkIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const signOut = async (page: Page) => {
  await accountMenu(page).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
}

test('keeps exactly the listed data, and for the browser session only', async ({
  page,
  context,
}) => {
  await walkIn(page, STAFF)
  const auth = JSON.parse((await keptAuth(page)) ?? '')
  expect(Object.keys(auth).sort()).toEqual(
    ['accessToken', 'code', 'email', 'exp', 'idToken', 'name', 'picture', 'timestamp'].sort(),
  )
  expect(auth).toMatchObject(STAFF)
  expect(auth.exp).toBeGreaterThan(Date.now() / 1_000)

  const local = await page.evaluate(() => JSON.stringify({ ...localStorage }))
  const cookies = JSON.stringify(await context.cookies())
  for (const secret of [auth.idToken, auth.accessToken, auth.code, STAFF.email]) {
    expect(local).not.toContain(secret)
    expect(cookies).not.toContain(secret)
  }
})

test('a reload keeps it', async ({ page }) => {
  await walkIn(page, STAFF, '/test-auth')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Protected Test Page')
})

test('a new tab has it too, guarded pages included', async ({ page, context }) => {
  await walkIn(page, STAFF)
  const other = await context.newPage()
  await other.goto('/test-auth?tab=2')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Protected Test Page')
  await expect(other).toHaveURL('/test-auth?tab=2')
  await expect(accountMenu(other)).toContainText(STAFF.email)
})

test('a sign-in reaches the tabs that are open', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/privacy')
  await expectSignedOut(other)
  await walkIn(page, STAFF)
  await expect(accountMenu(other)).toContainText(STAFF.email)
})

test('a switched account reaches the tabs that are open', async ({ page, context }) => {
  await walkIn(page, STAFF)
  const other = await context.newPage()
  await other.goto('/test-auth')
  await expect(other.getByRole('main')).toContainText(STAFF.email)
  await page.goto('/auth?switch=1')
  await page.getByRole('button', { name: 'Switch Account' }).click()
  await choose(page, ADMIN)
  await expect(accountMenu(other)).toContainText(ADMIN.email)
  await expect(other.getByRole('main')).not.toContainText(STAFF.email)
})

test('a sign-out reaches the tabs that are open', async ({ page, context }) => {
  await walkIn(page, STAFF)
  const guarded = await context.newPage()
  await guarded.goto('/test-auth?tab=2')
  await expect(accountMenu(guarded)).toBeVisible()
  const open = await context.newPage()
  await open.goto('/privacy')
  await expect(accountMenu(open)).toBeVisible()

  await signOut(page)
  await expect(guarded).toHaveURL('/auth?redirect=%2Ftest-auth%3Ftab%3D2')
  await expectSignedOut(guarded)
  await expect(open).toHaveURL('/privacy')
  await expectSignedOut(open)
})

test('another browser does not have it', async ({ page, newVisitor }) => {
  await walkIn(page, STAFF)
  const other = await newVisitor()
  await other.goto('/test-auth')
  await expect(other).toHaveURL('/auth?redirect=%2Ftest-auth')
  await expectSignedOut(other)
})

test('closing the last tab ends it', async ({ page, context }) => {
  await walkIn(page, STAFF)
  await page.close()
  const next = await context.newPage()
  await next.goto('/test-auth')
  await expect(next).toHaveURL('/auth?redirect=%2Ftest-auth')
  await expectSignedOut(next)
})
