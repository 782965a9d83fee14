// The page Google redirects to: what it shows, and where it continues.
import { CONTACT } from '@invoice-desk/testing/people'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { type Answers, held, lost, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { STAFF } from '../../test/people.ts'

const CALLBACK = '/auth/google/redirect'
const VALIDATE = 'POST /api/auth/google/validate'
const STATE = '/privacy?x=1#secret'
const HOUR_MS = 3_600_000

const alert = page.getByRole('alert')
const signInButton = page.getByRole('banner').getByRole('button', { name: 'Sign In' })
const tryAgain = alert.getByRole('link', { name: 'Try again' })

const forget = () => {
  globalThis.callbackSearch = undefined
}
beforeEach(forget)
afterEach(forget)

const returnWith = (query: Record<string, string>, answers: Answers = {}) =>
  openPage(`${CALLBACK}?${new URLSearchParams(query)}`, { as: null, answers })

const authUntil = (expiresAtMs: number) => ({
  ...STAFF,
  idToken: 'id-token',
  accessToken: 'access-token',
  exp: Math.floor(expiresAtMs / 1_000),
})

it('requires a code', async () => {
  await returnWith({})
  await expect
    .element(alert)
    .toMatchTextContent('Authentication Error: No authorization code received')
  await expect.poll(() => document.title).toMatch(/^Authentication Error/)
  await expect.element(signInButton).toBeVisible()
  await expect.element(tryAgain).toBeVisible()
  await expectAccessibleOnAllScreens('callback with an error')
})

it('shows an error from the URL as text, never as markup', async () => {
  const error = '<img src=x onerror=alert(1)>'
  await returnWith({ error })
  await expect.element(alert).toMatchTextContent(`Authentication failed: ${error}`)
  await expect.element(alert.getByRole('img')).not.toBeInTheDocument()
  expect(document.querySelector('main img')).toBeNull()
})

it('says that the person canceled, who can try again and then return to their page', async () => {
  await returnWith({ error: 'access_denied', state: STATE })
  await expect
    .element(alert)
    .toMatchTextContent('Authentication Error: Authentication failed: access_denied')
  await expect.element(alert).toMatchTextContent('You canceled the sign-in.')
  await expect
    .element(tryAgain)
    .toHaveAttribute('href', '/auth?redirect=%2Fprivacy%3Fx%3D1&switch=1')
})

it('changes nothing for someone who canceled a switch of the account', async () => {
  await openPage(`${CALLBACK}?error=access_denied`)
  await expect.element(alert).toMatchTextContent('You canceled the sign-in.')
  await expect
    .element(page.getByRole('button', { name: /^Account menu/ }))
    .toMatchTextContent(STAFF.email)
})

it('signs in with the code, which leaves the address at once, and continues', async () => {
  const { answer, release } = held(() => authUntil(Date.now() + HOUR_MS))
  const { sent } = await returnWith({ code: 'good', state: STATE }, { [VALIDATE]: answer })
  await expect.element(page.getByRole('status')).toHaveTextContent('Processing...')
  expect(location.search).toBe('')
  release()
  await expect.element(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
  await expect.poll(() => location.pathname + location.search).toBe('/privacy?x=1')
  expect(sent.filter(({ name }) => name === VALIDATE).map(({ body }) => body)).toEqual([
    { code: 'good', state: STATE },
  ])
  const stored = JSON.parse(sessionStorage.getItem('invoice-desk.auth') ?? '')
  expect(stored).toMatchObject({ email: STAFF.email, code: 'good' })
})

it('refuses a person without an account, with a contact email', async () => {
  const error = "This account isn't set up for Invoice Desk."
  await returnWith(
    { code: 'of a stranger', state: STATE },
    { [VALIDATE]: refuse(403, { error, code: 'account_not_provisioned' }) },
  )
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('You don’t have access')
  await expect.element(alert).toMatchTextContent(error)
  await expect
    .element(alert.getByRole('link', { name: CONTACT }))
    .toHaveAttribute('href', `mailto:${CONTACT}`)
  await expect.element(tryAgain).toBeVisible()
  await expect.element(signInButton).toBeVisible()
  await expectAccessibleOnAllScreens('refused')
})

it.each([
  ['does not arrive', lost, /Validation failed.*We can't reach the server\./],
  ['is no JSON', () => new Response('<html>'), 'Authentication Error: Invalid JSON response'],
  [
    'refuses the code',
    refuse(400, { error: 'Validation failed', code: 'google_validation_failed' }),
    'Authentication Error: Validation failed',
  ],
])('says so if the server’s answer %s', async (what, answer, text) => {
  await returnWith({ code: what, state: STATE }, { [VALIDATE]: answer })
  await expect.element(alert).toMatchTextContent(text)
  await expect.element(signInButton).toBeVisible()
})

it('says that the device’s clock is wrong if the sign-in has already expired, and ends it', async () => {
  const { sent } = await returnWith(
    { code: 'late', state: STATE },
    { [VALIDATE]: authUntil(Date.now() - HOUR_MS), 'POST /api/auth/sign-out': {} },
  )
  await expect.element(alert).toMatchTextContent('Check the clock on your device and try again.')
  await expect.poll(() => sent.map(({ name }) => name)).toContain('POST /api/auth/sign-out')
})
