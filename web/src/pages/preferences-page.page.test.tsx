// An approver's preferences: emails, and a delegate for an absence. Administrators choose them for others too.

import type { Preferences } from '@invoice-desk/contract/approval/preferences'
import { addDays } from '@invoice-desk/contract/values/business-day'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { openAccounts } from '../../test/accounts.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin, STAFF } from '../../test/people.ts'

const FIRST_DAY = addDays(new Date().toISOString().slice(0, 10), 200)
const LAST_DAY = addDays(FIRST_DAY, 4)
const person = ({ email, name }: typeof STAFF) => ({ email, name })

const NONE: Preferences = {
  ...person(STAFF),
  ...{ notices: 'each', absence: null, version: 0, actsFor: [] },
  delegates: [person(ADMIN)],
}

/** Keeps what the page saves. */
const preferencesDesk = () => {
  let kept = NONE
  return {
    ...asAdmin,
    'GET /api/account/sessions': { sessions: [] },
    'GET /api/preferences': () => kept,
    'PUT /api/preferences': (body: Partial<Preferences>) => {
      kept = { ...kept, ...body, version: kept.version + 1 }
      return kept
    },
  }
}

const isAway = page.getByRole('checkbox', { name: /^Plan an absence/ })
const save = page.getByRole('button', { name: 'Save preferences' })
const lastDay = page.getByLabelText(/^Last day/)
const daily = page.getByRole('radio', { name: 'Once per day' })

it('names a delegate for an absence of someone else, and ends it', async () => {
  const answers = preferencesDesk()
  const path = `/preferences?email=${STAFF.email}`
  const { sent, answer } = await openAccounts()
  answer(answers)
  await page.getByRole('link', { name: `Preferences ${STAFF.email}` }).click()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent(`Preferences of ${STAFF.name}`)
  await isAway.click()
  await daily.click()
  await page.getByLabelText(/^First day/).fill(FIRST_DAY)
  await save.click()
  await expect.element(page.getByText('Choose a delegate.')).toBeVisible()
  await expect.element(lastDay).toHaveFocus()
  await lastDay.fill(LAST_DAY)
  await page.getByRole('combobox', { name: /^Delegate/ }).click()
  await page.getByRole('option', { name: `${ADMIN.name} (${ADMIN.email})` }).click()
  await save.click()
  await expect.element(page.getByText('Preferences saved')).toBeVisible()
  expect(sent.find(({ name }) => name === 'PUT /api/preferences')?.body).toEqual({
    ...{ email: STAFF.email, version: 0, notices: 'daily' },
    absence: { firstDay: FIRST_DAY, lastDay: LAST_DAY, delegate: ADMIN.email },
  })
  await expectAccessibleOnAllScreens()

  await openPage(path, { as: ADMIN, answers })
  await expect.element(lastDay).toHaveValue(LAST_DAY)
  await expect.element(daily).toBeChecked()
  await isAway.click()
  await page.getByRole('radio', { name: 'For each invoice' }).click()
  await save.click()
  await expect.element(page.getByText('Preferences saved')).toBeVisible()
  await openPage(path, { as: ADMIN, answers })
  await expect.element(isAway).not.toBeChecked()
})

it('says whose delegate someone is', async () => {
  const actsFor = [{ ...person(STAFF), firstDay: '2031-01-06', lastDay: '2031-01-10' }]
  await openPage('/preferences', {
    as: ADMIN,
    answers: {
      'GET /api/account/sessions': { sessions: [] },
      ...asAdmin,
      'GET /api/preferences': { ...NONE, ...person(ADMIN), actsFor },
    },
  })
  await expect
    .element(page.getByText(`You're the delegate of ${STAFF.name} for Jan 6, 2031 – Jan 10, 2031.`))
    .toBeVisible()
})

const SESSIONS = 'GET /api/account/sessions'
const OTHER = '00000000-0000-4000-8000-000000000002'
const oneAt = (id: string, browser: string, isThis: boolean) => ({
  ...{ id, browser, isThis, address: '203.0.113.7' },
  signedInAt: '2026-11-15T14:00:00.000Z',
  usedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
})

it('shows everyone where they are signed in, and signs out there or everywhere', async () => {
  let sessions = [
    oneAt('00000000-0000-4000-8000-000000000001', 'Chrome on Windows', true),
    oneAt(OTHER, 'Safari on iPhone', false),
  ]
  const { sent } = await openPage('/preferences', {
    answers: {
      'GET /api/account': { ...STAFF, admin: false, tools: [] },
      [SESSIONS]: () => ({ sessions }),
      'DELETE /api/account/sessions': (body: { id: string }) => {
        sessions = sessions.filter(({ id }) => id !== body.id)
        return {}
      },
      'POST /api/auth/sign-out': {},
    },
  })
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent('Chrome on Windows')
  await expect.element(rows.first()).toMatchTextContent('This browser')
  await expect.element(rows.last()).toMatchTextContent('from 203.0.113.7. Last used 2 hours ago')
  await expect.element(save).not.toBeInTheDocument()
  await expectAccessibleOnAllScreens('sessions')

  await page.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  await expect.element(page.getByText('Safari on iPhone')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('button', { name: 'Yes, Sign Out' }).click()
  await expect.poll(() => sent.map(({ name }) => name)).toContain('POST /api/auth/sign-out')
  expect(sessionStorage.getItem('invoice-desk.auth')).toBeNull()
  expect(sent.some(({ name }) => name === 'GET /api/preferences')).toBe(false)
})
