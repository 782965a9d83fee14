// The home page of the sandbox.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('lets a newcomer try each role', async ({ page, desk, complaints }) => {
  // There are no sample vendors here, so the contractor link only opens the page.
  complaints.allow(/check-vendor/)
  const roleLink = (name: string) =>
    page.getByRole('region', { name: 'Try it out' }).getByRole('link', { name })
  await signIn(page, STAFF)
  await expectAccessibleOnAllScreens(page, 'landing page')
  await connectQuickBooks(desk)
  await roleLink('Submit as a contractor').click()
  await expect(page).toHaveURL(/\/submit-invoice/)
  await page.goto('/')
  await roleLink('Pay as a customer').click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto('/')
  await roleLink('sandbox mailbox').click()
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  await page.goto('/')
  await expect(roleLink('Approve as staff')).toHaveAttribute('href', /\/try\/approver$/)
  await roleLink('Approve as staff').click()
  await expect(page).toHaveURL(/\/approve-invoice$/)
})
