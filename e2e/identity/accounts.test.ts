// An account from its welcome email until it's disabled.
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { ADMIN } from '../support/people.ts'
import { accountMenu, choose, leaveForGoogle, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('an administrator adds a person, who can use only their tools, and nothing while disabled', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 40[13]/)
  // A new email each time: accounts persist between tests.
  const email = `t${Math.random().toString(36).slice(2, 10)}@harborfinch.example`
  await desk.ask('POST', '/google/accounts', { email })
  await signIn(page, ADMIN)
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email)
  await dialog.getByRole('radio', { name: 'Bookkeeper' }).check()
  await dialog.getByRole('button', { name: 'Add account' }).click()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Not signed in yet')
  const { text } = await waitForMail(desk, email, 'Your Invoice Desk account at')
  expect(text).toContain('map vendors to bill accounts')

  const added = await newVisitor()
  await signIn(added, { email })
  const cardOf = (tool: string) => added.getByRole('listitem').filter({ hasText: tool })
  await expect(cardOf('Create vendor')).toContainText('Enabled')
  await expect(cardOf('Approve invoice')).toContainText('Not enabled')

  await page.getByRole('button', { name: `Change ${email}` }).click()
  await dialog.getByLabel('Name').fill('Tess Tester')
  await dialog.getByRole('radio', { name: 'Approver' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('Tess Tester')
  // They lost a tool, so they have to sign in again.
  await added.reload()
  await leaveForGoogle(added)
  await choose(added, { email })
  await expect(cardOf('Create vendor')).toContainText('Not enabled')
  await expect(cardOf('Approve invoice')).toContainText('Enabled')

  await page.getByRole('button', { name: `Disable ${email}` }).click()
  await dialog.getByRole('button', { name: 'Yes, Disable' }).click()
  await expect(row).toContainText('Disabled')
  await added.goto('/test-auth')
  await expect(added.getByRole('alert')).toContainText('This account is disabled.')
  await page.getByRole('button', { name: `Enable ${email}` }).click()
  await expect(row).not.toContainText('Disabled')
  await added.reload()
  await leaveForGoogle(added)
  await choose(added, { email })
  await expect(added.getByRole('main').locator('pre')).toContainText(email)
})
