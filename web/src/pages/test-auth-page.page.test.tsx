// The protected test page: what the browser and the server know about the person.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { STAFF } from '../../test/people.ts'

const PROTECTED = 'GET /api/protected-endpoint'
const ANSWER = {
  message: 'You are signed in.',
  email: STAFF.email,
  name: STAFF.name,
  expiresAt: '2026-11-18T19:00:00.000Z',
  more: 'as it is',
}

it('shows the sign-in data and the raw backend response', async () => {
  const error = 'The service is starting or stopping. Please try again in a moment.'
  const { sent, answer } = await openPage('/test-auth', {
    answers: { [PROTECTED]: refuse(400, { error, code: 'unavailable' }) },
  })
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('Protected Test Page')
  await expect.element(page.getByRole('heading', { name: 'Auth Status' })).toBeVisible()
  const { exp } = JSON.parse(sessionStorage.getItem('invoice-desk.auth') ?? '')
  const parts = { dateStyle: 'medium', timeStyle: 'long' } as const
  const expires = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'America/New_York' })
  expect(listFacts()).toEqual({
    Email: STAFF.email,
    Name: STAFF.name,
    'ID token': 'Present',
    'Access token': 'Present',
    Expires: expires.format(exp * 1_000),
  })

  await expect.element(page.getByRole('alert')).toMatchTextContent(error)
  answer({ [PROTECTED]: ANSWER })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(() => document.querySelector('main pre')?.textContent)
    .toBe(JSON.stringify(ANSWER, null, 2))
  const { headers } = sent.findLast(({ name }) => name === PROTECTED) ?? {}
  expect(headers?.get('authorization')).toBe('Bearer id-token')
  await expectAccessibleOnAllScreens()
})

const listFacts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('main dt')].map((label) => [
      label.textContent,
      label.nextElementSibling?.textContent,
    ]),
  )
