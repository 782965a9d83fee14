// A sign-in is renewed while its person works, until Google says no. Then it ends with its token.
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import {
  accountMenu,
  choose,
  expectSignedOut,
  leaveForGoogle,
  signInWithGoogle,
  storedAuth,
} from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import { parts } from '../support/vendors.ts'

const HOUR_S = 3_600

test('people work past the end of their token in every tab, until they withdraw their consent', async ({
  newVisitor,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  // The page's clock runs ahead of Google's, so tokens that come later last longer.
  const setHours = (hours: number) =>
    desk.ask('POST', '/google/settings', { idTokenSeconds: hours * HOUR_S })
  await connectQuickBooks(desk)
  await desk.ask('POST', '/google/consents/withdraw', { email: STAFF.email })
  try {
    const page = await newVisitor()
    const { clock } = page.context()
    await clock.install()
    await signInWithGoogle(page, STAFF, '/vendors?sort=email')
    const other = await page.context().newPage()
    await other.goto('/test-auth?tab=2')
    await expect(accountMenu(other)).toBeVisible()
    const tokenOf = async (tab: typeof page) => JSON.parse((await storedAuth(tab)) ?? '{}').idToken

    const { add, email } = parts(page)
    await add.click()
    await email.fill('typed@before.example')
    const first = await tokenOf(page)
    await setHours(3)
    await clock.fastForward('31:00')
    await expect.poll(() => tokenOf(page)).not.toBe(first)
    await expect.poll(async () => (await tokenOf(other)) === (await tokenOf(page))).toBe(true)
    await clock.fastForward('59:00')
    await expect(email).toHaveValue('typed@before.example')
    await expect(email).toBeFocused()
    await expect(accountMenu(other)).toBeVisible()

    await desk.ask('POST', '/google/consents/withdraw', { email: STAFF.email })
    await clock.fastForward('02:00:00')
    await expect(page).toHaveURL('/auth?redirect=%2Fvendors%3Fsort%3Demail')
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Your session ended\./)
    await expectSignedOut(page)
    expect(await storedAuth(page)).toBeNull()
    await expect(other).toHaveURL('/auth?redirect=%2Ftest-auth%3Ftab%3D2')

    await setHours(6)
    await leaveForGoogle(page)
    await choose(page, STAFF)
    await expect(page).toHaveURL('/vendors?sort=email')
    await expect(email).toHaveValue('typed@before.example')
  } finally {
    await setHours(1)
  }
})
