// The sign-in session: what the browser keeps, and that open tabs share it.
import { ADMIN, STAFF } from '../support/people.ts'
import {
  accountMenu,
  choose,
  expectSignedOut,
  signIn,
  signInWithGoogle,
  storedAuth,
} from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const TITLE = 'Protected Test Page'

test('a sign-in lasts for the browser session, in all its tabs and nowhere else', async ({
  page,
  context,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  const open = await context.newPage()
  await open.goto('/privacy')
  await expectSignedOut(open)
  await signInWithGoogle(page, STAFF, '/test-auth')
  await expect(accountMenu(open)).toContainText(STAFF.email)

  await test.step('the browser keeps exactly the listed data', async () => {
    const auth = JSON.parse((await storedAuth(page)) ?? '')
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

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)

  await test.step('a new tab has it, another browser does not', async () => {
    const tab = await context.newPage()
    await tab.goto('/test-auth?tab=2')
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await expect(tab).toHaveURL('/test-auth?tab=2')
    await tab.close()
    const stranger = await newVisitor()
    await stranger.goto('/test-auth')
    await expect(stranger).toHaveURL('/auth?redirect=%2Ftest-auth')
    await expectSignedOut(stranger)

    // Nor with a token that isn't Google's.
    const auth = JSON.parse((await storedAuth(page)) ?? '')
    const forged = JSON.stringify({ ...auth, idToken: `${auth.idToken.slice(0, -8)}AAAAAAAA` })
    await stranger.evaluate((text) => sessionStorage.setItem('invoice-desk.auth', text), forged)
    await stranger.goto('/test-auth?x=1')
    await expect(stranger).toHaveURL('/auth?redirect=%2Ftest-auth%3Fx%3D1')
    await expectSignedOut(stranger)
    expect(await storedAuth(stranger)).toBeNull()
  })

  await test.step('closing the last tab ends it', async () => {
    await open.close()
    await page.close()
    const next = await context.newPage()
    await next.goto('/test-auth')
    await expect(next).toHaveURL('/auth?redirect=%2Ftest-auth')
    await expectSignedOut(next)
  })
})

test('Switch User changes the account and Sign Out ends it, in every open tab', async ({
  page,
  context,
  complaints,
}) => {
  // QuickBooks may not be connected, and another tab may call with the token that the switch has just ended.
  complaints.allow(/status of 40[19]/)
  const main = page.getByRole('main')
  await signIn(page, STAFF, '/privacy?x=1')
  const guarded = await context.newPage()
  await guarded.goto('/test-auth?tab=2')
  await expect(guarded.getByRole('main').locator('pre')).toContainText(STAFF.email)
  const typing = await context.newPage()
  await typing.goto('/vendors?tab=invitations')
  await typing.getByRole('button', { name: 'Invite Vendor' }).click()
  await typing.getByRole('textbox', { name: 'Name' }).fill('Pier 9 Storage')

  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Switch User' }).click()
  await expect(main).toContainText(`Current account: ${STAFF.email}`)
  await page.getByRole('button', { name: 'Switch Account' }).click()
  await choose(page, ADMIN)
  await expect(page).toHaveURL('/privacy?x=1')
  await expect(accountMenu(page)).toContainText(ADMIN.email)
  await expect(accountMenu(guarded)).toContainText(ADMIN.email)
  await expect(guarded.getByRole('main').locator('pre')).toContainText(ADMIN.email)
  await expect(guarded.getByRole('main')).not.toContainText(STAFF.email)
  // What one person typed isn't there for another.
  await expect(accountMenu(typing)).toContainText(ADMIN.email)
  await expect(typing.getByRole('dialog')).toBeHidden()

  const renewal = async () =>
    (await page.request.post('/api/auth/google/renew', { data: { idleSeconds: 0 } })).status()
  expect(await renewal()).toBe(200)
  const open = await context.newPage()
  await open.goto('/auth?switch=1')
  await open.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await expect(open.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expectSignedOut(open)
  await expect(guarded).toHaveURL('/auth?redirect=%2Ftest-auth%3Ftab%3D2')
  await expectSignedOut(guarded)
  await expectSignedOut(page)
  await expect(page).toHaveURL('/privacy?x=1')
  await expect.poll(renewal).toBe(401)
})
