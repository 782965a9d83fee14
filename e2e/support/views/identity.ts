// The landing page, signing in, and accounts.
import type { Page } from '@playwright/test'
import { ADMIN, STAFF, STRANGER } from '../people.ts'
import { accountMenu, choose, leaveForGoogle, storedAuth } from '../sign-in.ts'
import { button, heading, type View } from './view.ts'

const EVENTS_MAX = 10

/** A whole log would make a very long picture. */
const shortenActivity = (page: Page) =>
  page.route('**/api/activity?*', async (route) => {
    const response = await route.fetch()
    const { events } = await response.json()
    await route.fulfill({ response, json: { events: events.slice(0, EVENTS_MAX) } })
  })

export const IDENTITY_VIEWS: readonly View[] = [
  { name: 'landing-signed-out', path: '/', shows: heading('Welcome') },
  {
    name: 'landing-menu',
    path: '/',
    as: ADMIN,
    act: (page) => accountMenu(page).click(),
    shows: (page) => page.getByRole('link', { name: 'Accounts', exact: true }),
  },
  {
    name: 'landing-signed-in',
    path: '/',
    as: STAFF,
    shows: (page) => page.getByText('Enabled', { exact: true }).last(),
  },
  {
    name: 'auth-switch',
    path: '/auth?switch=1',
    as: STAFF,
    shows: button('Switch Account'),
  },
  {
    name: 'auth-problem',
    path: '/auth',
    stage: (page) => page.route('**/api/auth/google/start*', (route) => route.abort()),
    act: (page) => button('Sign in with Google')(page).click(),
    shows: (page) => page.getByText('Failed to initialize Google login'),
  },
  {
    name: 'auth-signed-out',
    path: '/auth?redirect=%2Fapprove-invoice%3FtaskId%3D1',
    shows: button('Sign in with Google'),
  },
  {
    name: 'callback-error',
    path: '/auth/google/redirect',
    shows: (page) => page.getByText('No authorization code received'),
  },
  {
    name: 'callback-refused',
    path: '/auth',
    act: async (page) => {
      await leaveForGoogle(page)
      await choose(page, STRANGER)
    },
    shows: heading('You don’t have access'),
  },
  {
    name: 'test-auth-signed-in',
    path: '/test-auth',
    as: STAFF,
    shows: (page) => page.locator('pre'),
  },
  {
    name: 'accounts-list',
    path: '/accounts',
    as: ADMIN,
    act: (page) => provisionSamples(page),
    shows: (page) => page.getByText('Disabled', { exact: true }),
  },
  {
    name: 'accounts-disable',
    path: '/accounts',
    as: ADMIN,
    act: (page) => button(`Disable ${STAFF.email}`)(page).click(),
    shows: (page) => page.getByRole('dialog'),
  },
  {
    name: 'accounts-refused',
    path: '/accounts',
    as: STAFF,
    shows: (page) => page.getByRole('alert'),
  },
  {
    name: 'activity-list',
    path: '/activity?time=last-30-days',
    as: ADMIN,
    stage: shortenActivity,
    shows: (page) => page.getByRole('table'),
  },
  {
    name: 'accounts-add',
    path: '/accounts',
    as: ADMIN,
    act: (page) => button('Add account')(page).click(),
    shows: (page) => page.getByRole('dialog'),
  },
]

const SAMPLES = [
  { email: 'fay.fewer@harborfinch.example', name: 'Fay Fewer', tools: ['pay_invoice'] },
  { email: 'olga.former@harborfinch.example', name: 'Olga Former', tools: ['approve_invoice'] },
]

/** Adds two accounts, one of them disabled, unless they exist already. */
const provisionSamples = async (page: Page) => {
  const { idToken } = JSON.parse((await storedAuth(page)) ?? '')
  const headers = { authorization: `Bearer ${idToken}` }
  for (const account of SAMPLES) {
    await page.request.post('/api/accounts', { headers, data: account })
  }
  const former = { ...SAMPLES[1], admin: false, disabled: true, version: 1 }
  await page.request.put('/api/accounts', { headers, data: former })
  await page.reload()
}
