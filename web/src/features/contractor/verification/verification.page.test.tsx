// Email verification in the portal: asking for an email, refusals, the stored token, and signing out.
import { sendVerification, signOutEverywhere } from '@invoice-desk/contract/contractor/contractor'
import { CONTACT } from '@invoice-desk/testing/people'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../../../test/accessible.ts'
import { held, lost, refuse } from '../../../../test/answers.ts'
import {
  BILLS,
  CHECK,
  newContractor,
  openPortal,
  portal,
  storedToken,
  VERIFY,
  verified,
} from '../../../../test/contractor.ts'
import { openPage } from '../../../../test/open-page.tsx'
import { TOKEN_KEY } from './token-store.ts'

const SEND = `POST ${sendVerification.path}`
const SIGN_OUT = `POST ${signOutEverywhere.path}`
const PATH = '/submit-invoice'
const SENT = { message: 'Sent' }
const { alert, email, go, sent, verify, welcome, bills } = portal
const main = page.getByRole('main')

it('sends a link only to a valid email, also when the field loses focus', async () => {
  const sending = held(SENT)
  const opened = await openPage(PATH, { as: null, answers: { [SEND]: sending.answer } })
  for (const text of ['', 'kim', 'kim@bluebird', 'kim lee@bluebird.example', 'a@b@c.example']) {
    await email.fill(text)
    await go.click()
    await expect.element(page.getByText('Enter a valid email address.')).toBeVisible()
    await expect.element(email).toHaveFocus()
  }
  expect(opened.sent).toEqual([])
  await expectAccessibleOnAllScreens('invalid email')

  await email.fill('kim@bluebird.example')
  ;(document.activeElement as HTMLElement).blur()
  await expect.element(email).toBeDisabled()
  expect(verify.element().querySelectorAll('.mantine-Loader-root')).toHaveLength(1)
  const checking = page.getByRole('status').filter({ hasText: 'Checking your email...' })
  await expect.element(checking).toBeInTheDocument()
  expect(checking.elements()).toHaveLength(1)
  sending.release()
  await expect.element(sent).toBeVisible()
  expect(opened.sent.map(({ body }) => body)).toEqual([
    { email: 'kim@bluebird.example', returnUrl: location.origin + PATH },
  ])
})

it('sends the link again, after a human check if the server wants one, or to another email', async () => {
  const long = `someone.with.a.long.address.${'x'.repeat(20)}@bluebird.example`
  const opened = await openPage(PATH, { as: null, answers: { [SEND]: SENT } })
  await email.fill(` ${long.toUpperCase()} `)
  await userEvent.keyboard('{Enter}')
  await expect.element(sent).toBeVisible()
  await expect.element(verify).toMatchTextContent(long)
  await expect.element(verify).toMatchTextContent('You can close this page.')
  await expectAccessibleOnAllScreens('link sent')

  opened.answer({
    [SEND]: (body: unknown) =>
      (body as { captchaToken?: string }).captchaToken === 'human'
        ? SENT
        : refuse(403, { error: 'Check', code: 'human_check_required' }),
  })
  await page.getByRole('button', { name: 'Send Again' }).click()
  await expect.poll(() => opened.sent.length).toBe(3)
  await expect.element(page.getByRole('button', { name: 'Send Again' })).toBeEnabled()
  await expect.element(sent).toBeVisible()

  await page.getByRole('button', { name: 'Use Another Email' }).click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue('')

  const error = 'Failed to send verification email'
  opened.answer({ [SEND]: refuse(500, { error, code: 'verification_mail_failed' }) })
  await email.fill('kim@bluebird.example')
  await go.click()
  await expect.element(alert).toHaveTextContent(error)
  await expect.element(email).toHaveValue('kim@bluebird.example')
  await expect.element(email).toHaveFocus()
})

it('continues when the link is opened in another tab', async () => {
  const person = newContractor()
  await openPage(PATH, {
    as: null,
    answers: { [SEND]: SENT, ...verified(person), [BILLS]: { bills: [] } },
  })
  await email.fill(person.email)
  await go.click()
  await expect.element(sent).toBeVisible()
  for (const [key, text] of Object.entries(storedToken(person.token))) {
    localStorage.setItem(key, text)
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }
  await expect.element(welcome).toMatchTextContent(person.vendor)
})

it('keeps the token for 90 days', async () => {
  const person = newContractor()
  const answers = { ...verified(person), [BILLS]: { bills: [] } }
  await openPage(PATH, { as: null, stored: storedToken(person.token, 89), answers })
  await expect.element(welcome).toMatchTextContent(person.vendor)
  await openPage(PATH, { as: null, stored: storedToken(person.token, 91) })
  await expect.element(email).toHaveValue('')
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

it('explains a link that is invalid or expired, and sends a new one', async () => {
  const person = newContractor()
  const refusal = { valid: false, currentTime: new Date().toISOString() }
  const invalid = { ...refusal, error: 'Invalid token', code: 'token_invalid' }
  await openPortal(person, { answers: { [VERIFY]: refuse(401, invalid) } })
  await expect.element(alert).toMatchTextContent('Invalid token')
  await expect.element(alert).toMatchTextContent("we'll send you a new link")
  await expect.element(email).toBeEnabled()

  const { currentTime: expiredAt } = refusal
  const expired = { ...refusal, error: 'Token has expired', code: 'token_expired' }
  const body = { ...expired, email: person.email, expiredAt }
  await openPortal(person, { answers: { [VERIFY]: refuse(401, body), [SEND]: SENT } })
  await expect.element(alert).toMatchTextContent('Token has expired')
  await expect.element(email).toHaveValue(person.email)
  await go.click()
  await expect.element(sent).toBeVisible()
})

it('tries the link and the vendor again when there was no answer', async () => {
  const person = newContractor()
  const opened = await openPortal(person, { answers: { [VERIFY]: lost, [CHECK]: lost } })
  await expect.element(alert).toMatchTextContent('Failed to verify email. Please try again.')
  opened.answer({ [VERIFY]: verified(person)[VERIFY] })
  await alert.getByRole('button', { name: 'Try again' }).click()
  const failed = 'Failed to verify vendor status. Please try again.'
  await expect.element(alert).toMatchTextContent(failed)
  await expect.element(email).toHaveValue(person.email)
  opened.answer(verified(person))
  await go.click()
  await expect.element(welcome).toMatchTextContent(person.vendor)
  await expect.element(page.getByText(/^Total \$/)).toBeVisible()
})

it('shows a contact to contractors who are not approved', async () => {
  const error =
    'You need to be an approved contractor before submitting invoices. Please check the spelling or contact our office.'
  await openPortal(newContractor(), {
    answers: { [CHECK]: refuse(403, { error, code: 'contractor_not_approved' }) },
  })
  await expect.element(alert).toMatchTextContent(error)
  await expect.element(alert.getByRole('link', { name: CONTACT })).toBeVisible()
  await expect.element(bills).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens('not approved')
})

it('forgets the email, the vendor and the bills with Change Email', async () => {
  const person = newContractor()
  await openPortal(person)
  await portal.changeEmail.click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue('')
  await expect.element(main).not.toMatchTextContent(person.vendor)
  await expect.element(bills).not.toBeInTheDocument()
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})

it('asks before signing out of all devices, which loses the draft', async () => {
  const person = newContractor()
  const opened = await openPortal(person, { answers: { [SIGN_OUT]: lost } })
  await portal.newBill.click()
  await portal.number.fill('KEPT-1')
  const signOut = page.getByRole('button', { name: 'Sign out of all devices' })
  await signOut.click()
  const dialog = page.getByRole('dialog', { name: 'Sign out of all devices?' })
  await expect.element(dialog).toMatchTextContent('Links in our earlier emails stop working, too.')
  await expect
    .element(dialog)
    .toMatchTextContent("You haven't submitted the invoice you started. It will be lost.")
  const confirm = dialog.getByRole('button', { name: 'Yes, Sign Out' })
  await confirm.click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(portal.number).toHaveValue('KEPT-1')

  opened.answer({ [SIGN_OUT]: { message: 'Done' } })
  await signOut.click()
  await confirm.click()
  await expect
    .element(main.getByRole('status'))
    .toMatchTextContent('You’re signed out on all devices.')
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveValue('')
  await expect.element(main).not.toMatchTextContent(person.vendor)
  expect(localStorage.getItem(TOKEN_KEY)).toBeNull()
})
