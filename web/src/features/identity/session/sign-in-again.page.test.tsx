// What happens when someone's sign-in is too old for what they do.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { ADD, openAccounts } from '../../../../test/accounts.ts'
import { refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { ADMIN } from '../../../../test/people.ts'
import { openSessionTabs } from './session-tabs.ts'

it('opens the sign-in in a new tab, and keeps what the person typed', async () => {
  const { answer, sent } = await openAccounts()
  const error = 'Please sign in again to do this. Nothing you typed is lost.'
  answer({ [ADD]: refuse(403, { error, code: 'sign_in_again' }) })
  await page.getByRole('main').getByRole('button', { name: 'Add account' }).click()
  const form = page.getByRole('dialog', { name: 'Add account' })
  await form.getByRole('textbox', { name: 'Email' }).fill('new@harborfinch.example')
  await form.getByRole('radio', { name: 'Approver' }).click()
  await form.getByRole('button', { name: 'Add account' }).click()

  const again = page.getByRole('dialog', { name: 'Sign in again' })
  const link = again.getByRole('link', { name: 'Sign in again' })
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('href', '/auth?redirect=%2Foverview&switch=1&again=1')
  await expectAccessibleOnAllScreens('signing in again')

  const exp = Math.floor(Date.now() / 1_000) + 3_600
  const auth = { ...ADMIN, idToken: 'newer', accessToken: '', exp, timestamp: Date.now() + 1 }
  openSessionTabs().post({ type: 'signed-in', auth })
  await expect.element(again).not.toBeInTheDocument()
  await expect.element(form.getByRole('alert')).toMatchTextContent(error)
  await expect.element(form.getByText('You don’t have access')).not.toBeInTheDocument()
  answer({
    [ADD]: (body: object) => ({
      ...body,
      disabled: false,
      source: 'accounts',
      locked: false,
      version: 1,
    }),
  })
  await form.getByRole('button', { name: 'Add account' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(sent.filter(({ name }) => name === ADD)).toMatchObject([
    { body: { email: 'new@harborfinch.example' } },
    { body: { email: 'new@harborfinch.example' } },
  ])
})

it('the sign-in page says what it is for', async () => {
  await openPage('/auth?redirect=%2Foverview&switch=1&again=1', { as: ADMIN })
  await expect.element(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
})
