// The page where an administrator provisions accounts, and what it means for those who sign in.
import type { Page } from '@playwright/test'
import { ADMIN, CONTACT, STAFF } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** An address nobody used before: the desk keeps its accounts from test to test. */
const newEmail = () => `t${Math.random().toString(36).slice(2, 10)}@harborfinch.example`

const addAccount = async (page: Page, email: string, tools: readonly string[]) => {
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  await dialog.getByLabel('E-mail').fill(email)
  for (const tool of tools) await dialog.getByRole('checkbox', { name: tool }).check()
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await expect(dialog).toBeHidden()
}

test('an administrator gets there from the menu and sees the configured accounts', async ({
  page,
}) => {
  await signIn(page, ADMIN)
  await accountMenu(page).click()
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await expect(page).toHaveURL('/accounts')
  await expect(rowOf(page, ADMIN.email)).toContainText('Administrator')
  await expect(rowOf(page, ADMIN.email)).toContainText('Set by configuration')
  await expect(rowOf(page, STAFF.email)).toContainText('Enabled')
})

test('staff are refused, with the address to write to', async ({ page, complaints }) => {
  complaints.allow(/status of 403/)
  await signIn(page, STAFF, '/accounts')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You do not have access')
  await expect(alert).toContainText('Only an administrator can do this.')
  await expect(alert.getByRole('link', { name: CONTACT })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add account' })).toHaveCount(0)
})

test('an added account signs in and sees exactly the tools enabled for it', async ({
  page,
  desk,
  newVisitor,
}) => {
  const email = newEmail()
  await desk.ask('POST', '/google/accounts', { email })
  await signIn(page, ADMIN, '/accounts')
  await addAccount(page, email, ['Create vendor', 'Approve invoice'])
  await expect(page.getByText(`${email} was added`)).toBeVisible()
  await expect(rowOf(page, email)).toContainText('Create vendor')
  await expect(rowOf(page, email)).not.toContainText('Pay invoice')

  const added = await newVisitor()
  await signIn(added, { email })
  const cardOf = (tool: string) => added.getByRole('listitem').filter({ hasText: tool })
  await expect(cardOf('Create vendor')).toContainText('Enabled')
  await expect(cardOf('Approve invoice')).toContainText('Enabled')
  await expect(cardOf('Pay invoice')).toContainText('Not enabled')
})

test('a disabled account loses its access at once, and has it back when enabled', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  const email = newEmail()
  await desk.ask('POST', '/google/accounts', { email })
  await signIn(page, ADMIN, '/accounts')
  await addAccount(page, email, [])
  const added = await newVisitor()
  await signIn(added, { email }, '/test-auth')

  await page.getByRole('button', { name: `Disable ${email}` }).click()
  await page.getByRole('button', { name: 'Yes, Disable' }).click()
  await expect(page.getByText(`${email} was disabled`)).toBeVisible()
  await added.reload()
  await expect(added.getByRole('alert')).toContainText('This account has been disabled.')
  await added.goto('/auth?switch=1')
  await added.getByRole('button', { name: 'Switch Account' }).click()
  await choose(added, { email })
  await expect(added.getByRole('heading', { level: 1 })).toHaveText('You do not have access')

  await page.getByRole('button', { name: `Enable ${email}` }).click()
  await expect(page.getByText(`${email} was enabled`)).toBeVisible()
  await added.goto('/test-auth')
  await expect(added.getByRole('main').locator('pre')).toContainText(email)
})

test('an account is changed: its name, its tools, its rights', async ({ page }) => {
  const email = newEmail()
  await signIn(page, ADMIN, '/accounts')
  await addAccount(page, email, ['Pay invoice'])
  await page.getByRole('button', { name: `Change ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Change account' })
  await expect(dialog.getByLabel('E-mail')).toHaveValue(email)
  await expect(dialog.getByLabel('E-mail')).not.toBeEditable()
  await dialog.getByLabel('Name').fill('Tess Tester')
  await dialog.getByRole('checkbox', { name: 'Pay invoice' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'Submit invoice' }).check()
  await dialog.getByRole('checkbox', { name: 'Administrator' }).check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  const row = rowOf(page, email)
  await expect(row).toContainText('Tess Tester')
  await expect(row).toContainText('Submit invoice')
  await expect(row).toContainText('Administrator')
  await expect(row).not.toContainText('Pay invoice')
  await page.reload()
  await expect(row).toContainText('Tess Tester')
})

test('declining to disable changes nothing', async ({ page }) => {
  const email = newEmail()
  await signIn(page, ADMIN, '/accounts')
  await addAccount(page, email, [])
  await page.getByRole('button', { name: `Disable ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Disable account' })
  await expect(dialog).toContainText(`Are you sure you want to disable ${email}?`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, email)).toContainText('Enabled')
})

test('a wrong or taken e-mail is told beside its field, and what was typed stays', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 409/)
  await signIn(page, ADMIN, '/accounts')
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add account' })
  const [field, save] = [
    dialog.getByLabel('E-mail'),
    dialog.getByRole('button', { name: 'Add account' }),
  ]
  await field.fill('no address')
  await save.click()
  await expect(field).toHaveAccessibleDescription('Please enter a valid e-mail address.')
  await field.fill(STAFF.email)
  await dialog.getByLabel('Name').fill('Another Sam')
  await save.click()
  await expect(field).toHaveAccessibleDescription('This e-mail already has an account.')
  await expect(dialog.getByLabel('Name')).toHaveValue('Another Sam')
})

test('two administrators cannot overwrite each other unseen', async ({
  page,
  context,
  complaints,
}) => {
  complaints.allow(/status of 409/)
  const email = newEmail()
  await signIn(page, ADMIN, '/accounts')
  await addAccount(page, email, [])
  const other = await context.newPage()
  await other.goto('/accounts')
  for (const each of [page, other]) {
    await each.getByRole('button', { name: `Change ${email}` }).click()
  }
  await page.getByLabel('Name').fill('First')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(rowOf(page, email)).toContainText('First')

  await other.getByLabel('Name').fill('Second')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByRole('alert')).toContainText('Someone else changed this meanwhile.')
  await expect(other.getByLabel('Name')).toHaveValue('Second')
  await other.getByRole('button', { name: 'Load the saved values' }).click()
  await expect(other.getByLabel('Name')).toHaveValue('First')
})

test('a signed-out visitor does not see the page', async ({ page }) => {
  await page.goto('/accounts')
  await expect(page).toHaveURL('/auth?redirect=%2Faccounts')
  await expectSignedOut(page)
})
