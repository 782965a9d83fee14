// An administrator names a delegate for someone who is away, and chooses daily emails for them.
import { addDays } from '@invoice-desk/contract/business-day'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { ADMIN, STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('names a delegate for an absence, and ends it', async ({ page }) => {
  // Far away, so it doesn't change who gets the emails of other tests.
  const firstDay = addDays(new Date().toISOString().slice(0, 10), 200)
  const lastDay = addDays(firstDay, 4)
  await signIn(page, ADMIN, '/accounts')
  await page.getByRole('link', { name: `Preferences ${STAFF.email}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Preferences of/)
  const isAway = page.getByRole('checkbox', { name: 'Plan an absence' })
  const save = page.getByRole('button', { name: 'Save preferences' })
  await isAway.check()
  await page.getByRole('radio', { name: 'Once per day' }).check()
  await page.getByLabel('First day').fill(firstDay)
  await save.click()
  await expect(page.getByText('Choose a delegate.')).toBeVisible()
  await expect(page.getByLabel('Last day')).toBeFocused()
  await page.getByLabel('Last day').fill(lastDay)
  await page.getByRole('combobox', { name: 'Delegate' }).click()
  await page.getByRole('option', { name: ADMIN.email }).click()
  await save.click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'preferences')

  await page.goto('/preferences')
  await expect(page.getByText(/^You're the delegate of/)).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Last day')).toHaveValue(lastDay)
  await expect(page.getByRole('radio', { name: 'Once per day' })).toBeChecked()
  await isAway.uncheck()
  await page.getByRole('radio', { name: 'For each invoice' }).check()
  await save.click()
  await expect(page.getByText('Preferences saved')).toBeVisible()
  await page.reload()
  await expect(isAway).not.toBeChecked()
})
