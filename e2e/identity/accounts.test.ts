// Managing accounts, and its effect on people who sign in.

import { addAccount as addAccountEndpoint } from '@invoice-desk/contract/accounts'
import { waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import type { Desk } from '../support/desk.ts'
import { ADMIN, CONTACT, STAFF } from '../support/people.ts'
import { accountMenu, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** A new email each time: accounts persist between tests. */
const newEmail = () => `t${Math.random().toString(36).slice(2, 10)}@harborfinch.example`

/** Through the API, as an administrator. */
const addAccount = async (desk: Desk, email: string, tools: readonly string[]) => {
  const { idToken: token } = await desk.signIn(ADMIN.email)
  const answer = await desk.call(addAccountEndpoint, { token, body: { email, tools } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('an administrator adds an account and changes its name, tools and rights', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 409/)
  const email = newEmail()
  const role = (name: string) => page.getByRole('radio', { name })
  const tool = (name: string) => page.getByRole('checkbox', { name })
  await signIn(page, ADMIN)
  await accountMenu(page).click()
  await expect(page.getByRole('link', { name: 'Accounts', exact: true })).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'account menu')
  await page.getByRole('link', { name: 'Accounts', exact: true }).click()
  await expect(page).toHaveURL('/accounts')
  await expect(rowOf(page, ADMIN.email)).toContainText('Administrator')
  await expect(rowOf(page, ADMIN.email)).toContainText('Set by configuration')
  await expect(rowOf(page, STAFF.email)).toContainText('Enabled')

  await test.step('the dialog takes focus, traps it, and returns it on close', async () => {
    const opener = page.getByRole('button', { name: 'Add account' })
    await opener.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toBeFocused()
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('a wrong or taken email shows an error at its field, and the rest stays', async () => {
    await page.getByRole('button', { name: 'Add account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add account' })
    const field = dialog.getByRole('textbox', { name: 'Email' })
    const save = dialog.getByRole('button', { name: 'Add account' })
    await field.fill('no address')
    await save.click()
    await expect(field).toHaveAccessibleDescription('Enter a valid email address.')
    await expect(field).toBeFocused()
    await expect(dialog.getByText('Choose a role.')).toBeVisible()
    await field.fill(STAFF.email)
    await dialog.getByLabel('Name').fill('Another Sam')
    await role('Approver').check()
    await save.click()
    await expect(field).toHaveAccessibleDescription('This email already has an account.')
    await expect(field).toBeFocused()
    await expect(dialog.getByLabel('Name')).toHaveValue('Another Sam')
  })

  await test.step('a role sets the tools, and other tools are a custom role', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add account' })
    await role('Custom').check()
    await expect(tool('Approve invoice')).toBeChecked()
    await tool('Approve invoice').uncheck()
    await dialog.getByRole('button', { name: 'Add account' }).click()
    await expect(dialog.getByText('Choose at least one tool.')).toBeVisible()
    await expect(tool('Approve invoice')).toBeFocused()
    await expectAccessibleOnAllScreens(page, 'choosing tools')
    await role('Approver').check()
    await role('Approver').press('ArrowDown')
    await expect(role('Bookkeeper')).toBeChecked()
    await expect(dialog).toContainText('On the Vendors page: map vendors to bill accounts')
    await expect(tool('Create vendor')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('dialog').getByRole('button', { name: 'Add account' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
  await expect(page.getByText(`${email} was added. The welcome email is on its way.`)).toBeVisible()
  const row = rowOf(page, email)
  await expect(row).toContainText('Bookkeeper')
  await expect(row).toContainText('Not signed in yet')
  const { text } = await waitForMail(desk, email, 'Your Invoice Desk account at')
  expect(text).toContain('map vendors to bill accounts')

  await page.getByRole('button', { name: `Change ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Change account' })
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(dialog.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  await dialog.getByLabel('Name').fill('Tess Tester')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(role('Bookkeeper')).toBeChecked()
  await role('Custom').check()
  await expect(tool('Send a welcome email')).not.toBeChecked()
  await tool('Pay invoice').uncheck()
  await tool('Submit invoice').check()
  await tool('Administrator').check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  for (const text of ['Tess Tester', 'Submit invoice', 'Administrator']) {
    await expect(row).toContainText(text)
  }
  await expect(row).not.toContainText('Pay invoice')
})

test('an account has only its own tools, and no access while disabled', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  const email = newEmail()
  await desk.ask('POST', '/google/accounts', { email })
  await signIn(page, ADMIN)
  await addAccount(desk, email, ['create_vendor', 'approve_invoice'])
  await page.goto('/accounts')

  const added = await newVisitor()
  await signIn(added, { email })
  const cardOf = (tool: string) => added.getByRole('listitem').filter({ hasText: tool })
  await expect(cardOf('Create vendor')).toContainText('Enabled')
  await expect(cardOf('Approve invoice')).toContainText('Enabled')
  await expect(cardOf('Pay invoice')).toContainText('Not enabled')

  const disable = page.getByRole('button', { name: `Disable ${email}` })
  await disable.click()
  const dialog = page.getByRole('dialog', { name: 'Disable account' })
  await expect(dialog).toContainText(`Are you sure you want to disable ${email}?`)
  await expectAccessibleOnAllScreens(page, 'disabling an account')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, email)).not.toContainText('Disabled')
  await disable.click()
  await dialog.getByRole('button', { name: 'Yes, Disable' }).click()
  await expect(page.getByText(`${email} was disabled`)).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'accounts')
  await added.goto('/test-auth')
  await expect(added.getByRole('alert')).toContainText('This account is disabled.')

  await page.getByRole('button', { name: `Enable ${email}` }).click()
  await expect(page.getByText(`${email} was enabled`)).toBeVisible()
  await added.reload()
  await expect(added.getByRole('main').locator('pre')).toContainText(email)
})

test('two administrators cannot overwrite each other without a warning', async ({
  page,
  desk,
  context,
  complaints,
}) => {
  complaints.allow(/status of 409/)
  const email = newEmail()
  await signIn(page, ADMIN)
  await addAccount(desk, email, ['pay_invoice'])
  await page.goto('/accounts')
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
  await expect(other.getByRole('alert')).toContainText(
    'Someone else changed this while you were working.',
  )
  await expect(other.getByLabel('Name')).toHaveValue('Second')
  await other.getByRole('button', { name: 'Load saved values' }).click()
  await expect(other.getByLabel('Name')).toHaveValue('First')

  await test.step('nor after a reload, which keeps what was typed', async () => {
    const [name, custom] = [other.getByLabel('Name'), other.getByRole('radio', { name: 'Custom' })]
    await other.getByRole('radio', { name: 'Approver' }).check()
    await custom.check()
    await name.fill('Third')
    await page.getByRole('button', { name: `Change ${email}` }).click()
    await page.getByLabel('Name').fill('Fourth')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(rowOf(page, email)).toContainText('Fourth')
    for (const _reload of [1, 2]) {
      await other.reload()
      await expect(other.getByText('Someone else changed this while you were away.')).toBeVisible()
      await expect(name).toHaveValue('Third')
      await expect(custom).toBeChecked()
    }
    await other.getByRole('button', { name: 'Load saved values' }).click()
    await expect(name).toHaveValue('Fourth')
    await other.getByRole('button', { name: 'Cancel' }).click()
    await other.reload()
    await expect(rowOf(other, email)).toContainText('Fourth')
    await expect(other.getByRole('dialog')).toBeHidden()
  })
})

test('staff are refused, with a contact email', async ({ page, complaints }) => {
  complaints.allow(/status of 403/)
  await signIn(page, STAFF, '/accounts')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('You don’t have access')
  await expect(alert).toContainText('Only an administrator can do this.')
  await expect(alert.getByRole('link', { name: CONTACT })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add account' })).toHaveCount(0)
  await expectAccessibleOnAllScreens(page, 'refused')
})
