// An approver chooses daily emails and names a delegate; an administrator changes that on the accounts page.
import { addDays } from '@invoice-desk/contract/business-day'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { ADMIN, STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('names a delegate for an absence, which an administrator can end', async ({ page }) => {
  // Far away, so it doesn't change who gets the emails of other tests.
  const firstDay = addDays(new Date().toISOString().slice(0, 10), 200)
  const lastDay = addDays(firstDay, 4)
  await signIn(page, STAFF, '/preferences')
  const isAway = page.getByRole('checkbox', { name: /^Away/ })
  await isAway.check()
  await page.getByRole('radio', { name: 'Once per day' }).check()
  const save = page.getByRole('button', { name: 'Save preferences' })
  await page.getByLabel('First day').fill(firstDay)
  await save.click()
  await expect(page.getByText('Choose who acts for you.')).toBeVisible()
  await expect(page.getByLabel('Last day')).toBeFocused()
  await page.getByLabel('Last day').fill(lastDay)
  await page.getByRole('combobox', { name: 'Delegate' }).click()
  await page.getByRole('option', { name: ADMIN.email }).click()
  await save.click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await expectAccessibleOnAllScreens(page)

  await signIn(page, ADMIN, '/preferences')
  await expect(page.getByText(`You're the delegate of ${STAFF.email}`)).toBeVisible()
  await page.goto('/accounts')
  await page.getByRole('link', { name: `Preferences ${STAFF.email}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Preferences of/)
  await expect(page.getByLabel('Last day')).toHaveValue(lastDay)
  await expect(page.getByRole('radio', { name: 'Once per day' })).toBeChecked()
  await isAway.uncheck()
  await page.getByRole('radio', { name: 'For each invoice' }).check()
  await save.click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await page.reload()
  await expect(isAway).not.toBeChecked()
})
