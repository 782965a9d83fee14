// Managing accounts: the list, disabling, and who may do it.
import { CONTACT } from '@invoice-desk/testing/people'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { BEA, CHANGE, LIST, openAccounts, SIGN_OUT } from '../../test/accounts.ts'
import { refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, STAFF } from '../../test/people.ts'

const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })

it('lists who can sign in, with role and status', async () => {
  await openAccounts([BEA, { ...BEA, email: 'nina@harborfinch.example', tools: ['pay_invoice'] }])
  await expect.element(rowOf(ADMIN.email)).toMatchTextContent('Administrator')
  await expect.element(rowOf(ADMIN.email)).toMatchTextContent('Set by configuration')
  await expect.element(rowOf(STAFF.email)).toMatchTextContent('Enabled')
  await expect.element(rowOf(BEA.email)).toMatchTextContent('Bookkeeper')
  await expect.element(rowOf(BEA.email)).toMatchTextContent('Not signed in yet')
  await expect.element(rowOf('nina@')).toMatchTextContent('Pay invoice')
  await expect
    .element(page.getByRole('button', { name: `Change ${ADMIN.email}` }))
    .not.toBeInTheDocument()
})

it('disables an account after a question, and enables it again', async () => {
  const { sent } = await openAccounts([BEA])
  const disable = page.getByRole('button', { name: `Disable ${BEA.email}` })
  const dialog = page.getByRole('dialog', { name: 'Disable account' })
  await disable.click()
  await expect.element(dialog).toMatchTextContent(`Are you sure you want to disable ${BEA.email}?`)
  await expectAccessibleOnAllScreens('disabling an account')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(rowOf(BEA.email)).not.toMatchTextContent('Disabled')

  await disable.click()
  await dialog.getByRole('button', { name: 'Yes, Disable' }).click()
  await expect.element(page.getByText(`${BEA.email} was disabled`)).toBeVisible()
  await expect.element(rowOf(BEA.email)).toMatchTextContent('Disabled')
  await expectAccessibleOnAllScreens('accounts')

  await page.getByRole('button', { name: `Enable ${BEA.email}` }).click()
  await expect.element(page.getByText(`${BEA.email} was enabled`)).toBeVisible()
  await expect.element(rowOf(BEA.email)).not.toMatchTextContent('Disabled')
  const { tools, admin } = BEA
  const changes = sent.filter(({ name }) => name === CHANGE).map(({ body }) => body)
  expect(changes).toMatchObject([
    { email: BEA.email, disabled: true, version: 1, tools, admin },
    { email: BEA.email, disabled: false, version: 2, tools, admin },
  ])
})

it('lets in a different Google account after a question, even for an administrator from the settings', async () => {
  await openAccounts()
  await expect.element(rowOf(ADMIN.email)).toMatchTextContent('Different Google account')
  await page.getByRole('button', { name: `Let in ${ADMIN.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Let in a different Google account' })
  await expectAccessibleOnAllScreens('letting in a Google account')
  await dialog.getByRole('button', { name: 'Yes, Let In' }).click()
  await expect
    .element(page.getByText(`${ADMIN.email} can sign in with the new Google account`))
    .toBeVisible()
  await expect.element(rowOf(ADMIN.email)).not.toMatchTextContent('Different Google account')
})

it('signs a person out everywhere after a question', async () => {
  const { sent } = await openAccounts([BEA])
  await expect
    .element(page.getByRole('button', { name: `Sign out everywhere ${BEA.email}` }))
    .not.toBeInTheDocument()
  await page.getByRole('button', { name: `Sign out everywhere ${STAFF.email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere' })
  await expectAccessibleOnAllScreens('signing a person out')
  await dialog.getByRole('button', { name: 'Yes, Sign Out' }).click()
  await expect.element(page.getByText(`${STAFF.email} was signed out everywhere`)).toBeVisible()
  expect(sent.find(({ name }) => name === SIGN_OUT)?.body).toEqual({ email: STAFF.email })
})

it('refuses staff, with a contact email', async () => {
  const error = 'Only an administrator can do this.'
  await openPage('/accounts', {
    answers: { [LIST]: refuse(403, { error, code: 'admin_required' }) },
  })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('You don’t have access')
  await expect.element(alert).toMatchTextContent(error)
  await expect
    .element(alert.getByRole('link', { name: CONTACT }))
    .toHaveAttribute('href', `mailto:${CONTACT}`)
  await expect.element(page.getByRole('button', { name: 'Add account' })).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens('refused')
})
