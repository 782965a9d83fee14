// A sign-in is renewed while its person works, until Google says no.
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

test('people work past the end of their token, until they withdraw their consent', async ({
  newVisitor,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  await connectQuickBooks(desk)
  await desk.ask('POST', '/google/consents/withdraw', { email: STAFF.email })
  await desk.ask('POST', '/google/settings', { idTokenSeconds: 6 })
  try {
    const page = await newVisitor()
    await signInWithGoogle(page, STAFF, '/vendors')
    const other = await page.context().newPage()
    await other.goto('/test-auth')
    await expect(accountMenu(other)).toBeVisible()
    const tokenOf = async (tab: typeof page) => JSON.parse((await storedAuth(tab)) ?? '{}').idToken

    const { add, email } = parts(page)
    await add.click()
    await email.fill('typed@before.example')
    const first = await tokenOf(page)
    // Past its end, which the renewals don't wait for.
    await page.waitForTimeout(7_000)
    await expect(email).toHaveValue('typed@before.example')
    await expect(email).toBeFocused()
    expect(await tokenOf(page)).not.toBe(first)
    await expect.poll(async () => (await tokenOf(other)) === (await tokenOf(page))).toBe(true)

    await desk.ask('POST', '/google/consents/withdraw', { email: STAFF.email })
    await expect(page).toHaveURL('/auth?redirect=%2Fvendors')
    await expectSignedOut(page)
    await expect(other).toHaveURL('/auth?redirect=%2Ftest-auth')

    await leaveForGoogle(page)
    await choose(page, STAFF)
    await add.click()
    await expect(email).toHaveValue('typed@before.example')
  } finally {
    await desk.ask('POST', '/google/settings', { idTokenSeconds: 3_600 })
  }
})
