// The security dialog over the list. Nothing in the product opens it yet, so these tests do.
import {
  type Challenge,
  listTransactions,
  verifyChallenge,
} from '@invoice-desk/contract/retailer/retailer'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/accessible.ts'
import { type Answers, held, lost, refuse } from '../../../../test/answers.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { transactionsNamed } from '../../../../test/transactions.ts'
import { Providers } from '../../../app/providers.tsx'
import { QueryScope } from '../../../shared/api/queries.tsx'
import { SecurityDialog } from './security-dialog.tsx'

const LIST = `GET ${listTransactions.path}`
const VERIFY = `POST ${verifyChallenge.path}`

const dialog = page.getByRole('dialog', { name: 'Security Verification Required' })
const submit = dialog.getByRole('button', { name: 'Submit' })

const openOver = async (answers: Answers) => {
  const opened = await openPage('/amazon-transactions', { as: null, answers })
  const place = document.createElement('div')
  const main = page.getByRole('main')
  await expect.element(main).toBeVisible()
  main.element().append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  const ask = (challenge: Challenge) =>
    root.render(
      <Providers>
        <QueryScope>
          <SecurityDialog challenge={challenge} onClose={() => root.render(null)} />
        </QueryScope>
      </Providers>,
    )
  return { ...opened, ask }
}

it('asks for a code, shows why one is rejected, and closes on the right one', async () => {
  const { sent, answer, ask } = await openOver({ [LIST]: transactionsNamed('111-1') })
  const input = dialog.getByRole('textbox', { name: 'Enter verification code' })
  ask({ type: '2fa', message: 'Enter the code that was sent to your phone.' })
  await expect.element(dialog).toMatchTextContent('Enter the code that was sent to your phone.')
  await expect.element(input).toHaveFocus()
  await expectAccessible()
  await submit.click()
  await expect.element(input).toHaveFocus()
  expect(sent.filter(({ name }) => name === VERIFY)).toEqual([])

  // The server says that no verification is open.
  const error = "There's no verification to complete right now."
  answer({ [VERIFY]: refuse(409, { error, code: 'challenge_none_open' }) })
  await input.fill('1')
  await submit.click()
  await expect.element(page.getByText(error)).toBeVisible()

  // The server can't be reached.
  const cut = held(lost)
  answer({ [VERIFY]: cut.answer })
  await submit.click()
  await expect.element(dialog.getByRole('button', { name: 'Verifying...' })).toBeVisible()
  cut.release()
  await expect.element(page.getByText('Failed to submit verification')).toBeVisible()

  // A wrong code, then the right one.
  answer({
    [VERIFY]: refuse(422, { error: 'Verification failed', code: 'challenge_wrong_code' }),
  })
  await input.fill('000000')
  await userEvent.keyboard('{Enter}')
  const failed = page.getByRole('alert').filter({ hasText: 'Verification failed' })
  await expect.element(failed).toBeVisible()
  answer({ [VERIFY]: { verified: true } })
  await input.fill('123456')
  await submit.click()
  await expect.element(page.getByText('Verification successful')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(failed).not.toBeInTheDocument()
  expect(sent.findLast(({ name }) => name === VERIFY)?.body).toEqual({
    type: '2fa',
    code: '123456',
  })
})

it('asks for a CAPTCHA with its own label, and the right one reloads the list', async () => {
  const { sent, answer, ask } = await openOver({
    [LIST]: transactionsNamed(),
    [VERIFY]: { verified: true },
  })
  await expect.element(page.getByText('No transactions found.')).toBeVisible()
  ask({ type: 'captcha', message: 'Type the characters in the picture.' })
  await expect.element(dialog).toMatchTextContent('Type the characters in the picture.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  answer({ [LIST]: transactionsNamed('111-1', '111-2', '111-3') })
  ask({ type: 'captcha', message: 'Type the characters in the picture.' })
  await dialog.getByRole('textbox', { name: 'Enter CAPTCHA' }).fill('XK7')
  await submit.click()
  await expect.element(page.getByText('Verification successful')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('row')).toHaveLength(4)
  expect(sent.find(({ name }) => name === VERIFY)?.body).toEqual({ type: 'captcha', code: 'XK7' })
})
