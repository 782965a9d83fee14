// A business that shows its transactions to staff alone.
import { expectAccessible } from '../support/accessible.ts'
import { ADMIN } from '../support/people.ts'
import { openAsStaff, TRANSACTIONS } from '../support/retailer.ts'
import { keptAuth, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** Known to the identity provider, and provisioned by nobody until an administrator does. */
const FEWER = { email: 'fay.fewer@harborfinch.example' }

test.use({ deskSettings: { RETAILER_LIST: 'staff' } })

test('a visitor is asked to sign in and sees nothing of it', async ({ page, complaints }) => {
  complaints.allow(/status of 401/)
  await page.goto(TRANSACTIONS)
  await expect(page.getByText('Please sign in above to see the transactions.')).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await expectAccessible(page)
})

test('staff see it, empty as it is', async ({ page }) => {
  await openAsStaff(page)
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import transactions' })).toBeVisible()
  await expectAccessible(page)
})

test('an account without the tool sees the list and no import', async ({ page, newVisitor }) => {
  await signIn(page, ADMIN)
  const { idToken } = JSON.parse((await keptAuth(page)) ?? '{}')
  const added = await page.request.post('/api/accounts', {
    headers: { authorization: `Bearer ${idToken}` },
    data: { email: FEWER.email, tools: ['approve_invoice'] },
  })
  expect(added.ok()).toBe(true)
  const other = await newVisitor()
  await signIn(other, FEWER, TRANSACTIONS)
  await expect(other.getByText('No transactions found.')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Import transactions' })).toBeHidden()
})
