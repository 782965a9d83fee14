// The sign-in page: who sees it, what it says, and where it leads.
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { STAFF } from '../../test/people.ts'
import { session } from '../features/identity/session/browser-session.ts'

const START = 'GET /api/auth/google/start'
const NOT_STARTED = refuse(502, {
  error: 'Failed to initialize Google login',
  code: 'google_start_failed',
})

const main = page.getByRole('main')
const leave = page.getByRole('button', { name: 'Sign in with Google' })
const menu = page.getByRole('button', { name: /^Account menu/ })
const headerSignIn = page.getByRole('banner').getByRole('button', { name: 'Sign In' })

const expectAddress = (address: string) =>
  expect.poll(() => location.pathname + location.search).toBe(address)

it.each([
  ['/accounts', 'Accounts'],
  ['/vendors?search=kestrel', 'Vendors'],
  ['/jobs?page=2&sort=a%20b', 'Failed jobs'],
])('comes before %s, and then returns there', async (path, name) => {
  await openPage(path, { as: null })
  await expectAddress(`/auth?${new URLSearchParams({ redirect: path })}`)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Google Sign-In')
  await expect.element(main).toMatchTextContent(`You’ll return to ${name}.`)
  await expect.element(headerSignIn).toBeVisible()
})

it('returns to the page before it', async () => {
  const asked: (string | null)[] = []
  const start = (_body: unknown, url: URL) => {
    asked.push(url.searchParams.get('redirect'))
    return NOT_STARTED
  }
  await openPage('/auth', { as: null, answers: { [START]: start } })
  await expect.element(leave).toBeVisible()
  await expect.element(main).not.toMatchTextContent('You’ll return')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect.element(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  history.back()
  await expect.element(main).toMatchTextContent('You’ll return to the page you came from.')
  await expectAddress('/auth')
  await leave.click()
  await expect.poll(() => asked).toEqual(['/privacy'])
})

it('says that Google cannot be reached', async () => {
  await openPage('/auth', { as: null, answers: { [START]: NOT_STARTED } })
  await leave.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Failed to initialize Google login')
  await expect.element(leave).toBeEnabled()
  await expectAccessibleOnAllScreens('sign-in page with a problem')
})

it.each([
  ['%2Feula', '/eula'],
  ['%2F%2Fevil.example', '/'],
])('redirects someone already signed in at once, never to another site: %s', async (to, path) => {
  await openPage(`/auth?redirect=${to}`)
  await expectAddress(path)
  await expect.element(menu).toMatchTextContent(STAFF.email)
})

it('lets a person switch the account or sign out', async () => {
  const { sent } = await openPage('/auth?redirect=%2Fprivacy%3Fx%3D1&switch=1', {
    answers: { 'POST /api/auth/sign-out': {} },
  })
  await expect.element(main).toMatchTextContent(`Current account: ${STAFF.email}`)
  await expect.element(page.getByRole('button', { name: 'Switch Account' })).toBeVisible()
  await expectAccessibleOnAllScreens('switching the account')
  await main.getByRole('button', { name: 'Sign Out' }).click()
  await expect.element(leave).toBeVisible()
  await expect.element(headerSignIn).toBeVisible()
  await expect.poll(() => sent.map(({ name }) => name)).toContain('POST /api/auth/sign-out')
})

it('says that the session ended when it expired, and not after a sign-out', async () => {
  const text = 'Your session ended. Sign in again to continue. We kept what you entered.'
  const answers = {
    'POST /api/auth/google/renew': refuse(401, { error: 'Over', code: 'session_expired' }),
    'POST /api/auth/sign-out': {},
  }
  await openPage('/privacy?tab=1', { answers })
  await expect.element(menu).toBeVisible()
  session.renewOrEnd()
  await expectAddress('/auth?redirect=%2Fprivacy%3Ftab%3D1')
  await expect.element(main.getByRole('status')).toHaveTextContent(text)
  await expect.element(headerSignIn).toBeVisible()
  expect(sessionStorage.getItem('invoice-desk.auth')).toBeNull()

  await openPage('/privacy?tab=1', { answers })
  await menu.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectAddress('/auth?redirect=%2Fprivacy%3Ftab%3D1')
  await expect.element(leave).toBeVisible()
  await expect.element(page.getByText(/Your session ended/)).not.toBeInTheDocument()
})
