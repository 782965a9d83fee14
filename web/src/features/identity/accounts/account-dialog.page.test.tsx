// The dialog that adds or changes an account.
import { ROLES } from '@invoice-desk/contract/identity/roles'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { ADD, BEA, CHANGE, openAccounts } from '../../../../test/accounts.ts'
import { refuse } from '../../../../test/answers.ts'

const opener = page.getByRole('main').getByRole('button', { name: 'Add account' })
const dialog = page.getByRole('dialog')
const email = dialog.getByRole('textbox', { name: 'Email' })
const name = dialog.getByLabelText('Name')
const add = dialog.getByRole('button', { name: 'Add account' })
const save = dialog.getByRole('button', { name: 'Save changes' })
const role = (label: string) => dialog.getByRole('radio', { name: label })
const tool = (label: string) => dialog.getByRole('checkbox', { name: label })
const change = page.getByRole('button', { name: `Change ${BEA.email}` })
const row = page.getByRole('row').filter({ hasText: BEA.email })
const loadSaved = page.getByRole('button', { name: 'Load saved values' })

it('takes focus, traps it, and returns it on close', async () => {
  await openAccounts()
  await expect.element(opener).toBeVisible()
  ;(opener.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(email).toHaveFocus()
  for (let step = 0; step < 15; step += 1) {
    await userEvent.tab()
    expect(dialog.element().contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('shows a wrong or taken email at its field, and keeps the rest', async () => {
  const { answer } = await openAccounts()
  await opener.click()
  await email.fill('no address')
  await add.click()
  await expect.element(email).toHaveAccessibleDescription('Enter a valid email address.')
  await expect.element(email).toHaveFocus()
  await expect.element(dialog.getByText('Choose a role.')).toBeVisible()

  const error = 'This email already has an account.'
  answer({ [ADD]: refuse(409, { error, code: 'account_exists', field: 'email' }) })
  await email.fill('sam.staff@harborfinch.example')
  await name.fill('Another Sam')
  await role('Approver').click()
  await add.click()
  await expect.element(email).toHaveAccessibleDescription(error)
  await expect.element(email).toHaveFocus()
  await expect.element(name).toHaveValue('Another Sam')
})

it('sets the tools by role, or one by one', async () => {
  const { sent } = await openAccounts()
  await opener.click()
  await role('Approver').click()
  await role('Custom').click()
  await expect.element(tool('Approve invoice')).toBeChecked()
  await tool('Approve invoice').click()
  await email.fill(BEA.email)
  await add.click()
  await expect.element(dialog.getByText('Choose at least one tool.')).toBeVisible()
  await expect.element(tool('Approve invoice')).toHaveFocus()
  await expectAccessibleOnAllScreens('choosing tools')

  await role('Approver').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(role('Bookkeeper')).toBeChecked()
  await expect.element(dialog).toMatchTextContent(/On the Vendors page: map vendors to bill/)
  await expect.element(tool('Create vendor')).not.toBeInTheDocument()
  await add.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .element(page.getByText(`${BEA.email} was added. The welcome email is on its way.`))
    .toBeVisible()
  await expect.element(row).toMatchTextContent('Bookkeeper')
  const { tools, admin } = ROLES.bookkeeper
  expect(sent.filter((each) => each.name === ADD).map(({ body }) => body)).toEqual([
    { email: BEA.email, name: '', tools, admin, welcome: true },
  ])
})

it('changes the name, tools and rights, but never the email', async () => {
  const { sent } = await openAccounts([BEA])
  await change.click()
  await expect.element(name).toHaveFocus()
  await expect.element(email).toHaveValue(BEA.email)
  await expect.element(email).toHaveAttribute('readonly')
  await name.fill('Tess Tester')
  await expect.element(role('Bookkeeper')).toBeChecked()
  await role('Custom').click()
  await expect.element(tool('Send a welcome email')).not.toBeChecked()
  await tool('Pay invoice').click()
  await tool('Submit invoice').click()
  await tool('Administrator').click()
  await save.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText(`${BEA.email} was changed`)).toBeVisible()
  for (const text of ['Tess Tester', 'Submit invoice', 'Administrator'])
    await expect.element(row).toMatchTextContent(text)
  await expect.element(row).not.toMatchTextContent('Pay invoice')
  expect(sent.find((each) => each.name === CHANGE)?.body).toMatchObject({
    email: BEA.email,
    version: 1,
    welcome: false,
  })
})

it('does not overwrite what another administrator changed without a warning', async () => {
  const accounts = await openAccounts([BEA])
  const conflict = { error: 'Someone else changed this while you were working.' }
  accounts.answer({
    [CHANGE]: () => {
      accounts.change({ email: BEA.email, name: 'First' })
      return refuse(409, { ...conflict, code: 'changed_meanwhile' })
    },
  })
  await change.click()
  await name.fill('Second')
  await save.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(conflict.error)
  await expect.element(row).toMatchTextContent('First')
  await expect.element(name).toHaveValue('Second')
  await loadSaved.click()
  await expect.element(name).toHaveValue('First')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

it('keeps what was typed after a reload, and says each time that someone else changed it', async () => {
  const accounts = await openAccounts([BEA])
  await change.click()
  await role('Approver').click()
  await role('Custom').click()
  await name.fill('Third')
  accounts.change({ email: BEA.email, name: 'Fourth' })
  for (const _reload of [1, 2]) {
    await accounts.reload()
    await expect
      .element(page.getByText('Someone else changed this while you were away.'))
      .toBeVisible()
    await expect.element(name).toHaveValue('Third')
    await expect.element(role('Custom')).toBeChecked()
  }
  await loadSaved.click()
  await expect.element(name).toHaveValue('Fourth')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await accounts.reload()
  await expect.element(row).toMatchTextContent('Fourth')
  await expect.element(dialog).not.toBeInTheDocument()
})
