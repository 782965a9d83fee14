// A sign-in is renewed while its person works, until Google says no. Then it ends with its token.
import { addAccount } from '@invoice-desk/contract/identity/accounts'
import { staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import type { Desk } from '../support/desk.ts'
import { ADMIN } from '../support/people.ts'
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

/** When Google ends a permission, all sign-ins of its person end. The other tests go on using theirs. */
const RENA = { email: 'rena.renewed@harborfinch.example' }

const addRena = async (desk: Desk) => {
  await desk.ask('POST', '/google/accounts', RENA)
  const token = await staffTokenOf(desk, ADMIN.email)
  await desk.call(addAccount, { token, body: { ...RENA, tools: ['create_vendor'] } })
}

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
  await addRena(desk)
  try {
    const page = await newVisitor()
    const { clock } = page.context()
    await clock.install()
    await signInWithGoogle(page, RENA, '/vendors?sort=email')
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

    await desk.ask('POST', '/google/consents/withdraw', { email: RENA.email })
    await clock.fastForward('02:00:00')
    await expect(page).toHaveURL('/auth?redirect=%2Fvendors%3Fsort%3Demail')
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Your session ended\./)
    await expectSignedOut(page)
    expect(await storedAuth(page)).toBeNull()
    await expect(other).toHaveURL('/auth?redirect=%2Ftest-auth%3Ftab%3D2')

    await setHours(6)
    await leaveForGoogle(page)
    await choose(page, RENA)
    await expect(page).toHaveURL('/vendors?sort=email')
    await expect(email).toHaveValue('typed@before.example')
  } finally {
    await setHours(1)
  }
})
