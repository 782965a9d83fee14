// What staff see after QuickBooks has sent them back: the stored connection, or why there is none.
import type { validateQboConnection } from '@invoice-desk/contract/accounting/connection'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { type Answers, held, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'

const PATH = '/auth/qbo/redirect'
const EXCHANGE = 'POST /api/auth/qbo/validate'
const RETURNED = { realmId: '9341453100000001', state: '/connections#secret' }
const STORED: ResponseOf<typeof validateQboConnection> = {
  message: 'Stored.',
  companyName: 'Harbor & Finch Studio',
  realmId: RETURNED.realmId,
  expiresAt: '2027-02-24T15:00:00.000Z',
}

const forget = () => {
  globalThis.callbackSearch = undefined
}
afterEach(forget)

const returnWith = (query: Record<string, string>, answers: Answers = {}) => {
  forget()
  return openPage(`${PATH}?${new URLSearchParams(query)}`, { answers })
}

const failed = page.getByRole('heading', { name: 'QuickBooks Authentication Error' })
const alert = page.getByRole('main').getByRole('alert')

it('stores the connection once, and leaves no code in the address', async () => {
  const exchange = held(STORED)
  const { sent } = await returnWith({ code: 'good', ...RETURNED }, { [EXCHANGE]: exchange.answer })
  await expect.element(page.getByText('Processing QuickBooks authorization...')).toBeVisible()
  exchange.release()
  await expect
    .element(page.getByRole('heading', { name: 'QuickBooks Authorization Successful' }))
    .toBeVisible()
  await expect.element(page.getByText('Token successfully stored in database')).toBeVisible()
  await expect.element(page.getByText(/^Company: Harbor & Finch Studio/)).toBeVisible()
  expect(sent.filter(({ name }) => name === EXCHANGE).map(({ body }) => body)).toEqual([
    { code: 'good', ...RETURNED },
  ])
  // A reload shows the connection.
  expect(location.pathname + location.search).toBe('/connections')
  await expectAccessible()
})

it('says that the person canceled the connection', async () => {
  await returnWith({ error: 'access_denied', ...RETURNED })
  await expect.element(failed).toBeVisible()
  await expect.element(page.getByText('Authentication failed: access_denied')).toBeVisible()
  await expect.element(page.getByText(/^You canceled the connection\./)).toBeVisible()
})

it('says why the server refused what came back', async () => {
  const error = 'This authorization belongs to another browser. Please start again.'
  const refusal = refuse(400, { error, code: 'qbo_flow_invalid' })
  await returnWith({ code: 'forged', ...RETURNED }, { [EXCHANGE]: refusal })
  await expect.element(failed).toBeVisible()
  await expect.element(alert).toMatchTextContent(error)
  expect(location.pathname + location.search).toBe(PATH)
})

it('says that no code came back', async () => {
  await returnWith({})
  await expect.element(failed).toBeVisible()
  await expect.element(page.getByText('No authorization code received')).toBeVisible()
  await expectAccessibleOnAllScreens()
})
