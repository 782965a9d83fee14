// The health page: tests of services, the test email, and the go-live list.
import {
  type Finding,
  SERVICE_NAMES,
  type Service,
  type ServiceCheck,
} from '@invoice-desk/contract/system/service-checks'
import { HEALTH } from '@invoice-desk/testing/sample-health'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { type Answers, held, refuse } from '../../test/answers.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin } from '../../test/people.ts'

const LIST = 'GET /api/health/services'
const TEST = 'POST /api/health/services'
const STEP = 'PUT /api/health/go-live'
const AT = '2026-11-18T15:00:00.000Z'

const services = page.getByRole('region', { name: 'Services' })
const row = services
  .getByRole('listitem')
  .filter({ has: page.getByRole('heading', { name: 'reCAPTCHA', exact: true }) })
const test = row.getByRole('button', { name: 'Test reCAPTCHA' })
const testAll = page.getByRole('button', { name: 'Test all' })
const announced = () => document.querySelector('p[role="status"].visually-hidden')?.textContent

const OK: Finding[] = [
  { state: 'ok', text: 'Both keys belong together.' },
  { state: 'ok', text: 'The domain is allowed.' },
]
const BROKEN: Finding[] = [
  { state: 'problem', text: "The keys don't belong together.", fix: 'Copy both keys again.' },
]

const found = (service: Service, findings: Finding[]): ServiceCheck => ({
  service,
  last: { at: AT, by: ADMIN.email, findings },
})
const untested = { ...HEALTH, services: SERVICE_NAMES.map((service) => ({ service })) }

const openHealth = (answers: Answers) =>
  openPage('/settings/health', {
    as: ADMIN,
    answers: { ...asAdmin, [LIST]: HEALTH, ...answers },
  })

const press = async (element: Element, key = '{Enter}') => {
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard(key)
}

it('says why a service could not be tested, and tests it again', async () => {
  const error = 'Too many requests. Try again in 40 seconds.'
  const { answer, sent } = await openHealth({
    [LIST]: untested,
    [TEST]: refuse(429, { error, code: 'rate_limited' }),
  })
  await expect
    .element(page.getByRole('link', { name: 'Settings' }).first())
    .toHaveAttribute('aria-current', 'page')
  await expect.element(test).toBeVisible()
  await press(test.element())
  await expect.element(row.getByRole('alert')).toMatchTextContent('Try again in 40 seconds.')
  await expectAccessible()

  answer({ [TEST]: found('human_check', OK) })
  await press(row.getByRole('button', { name: 'Try again' }).element())
  await expect.element(row.getByText('Works', { exact: true })).toBeVisible()
  await expect.element(test).toHaveFocus()
  await expect.poll(announced).toBe('reCAPTCHA: Works.')
  await expect.element(row.getByText(/Both keys belong together/)).not.toBeVisible()
  await row.getByText(/^Show \d checks$/).click()
  await expect.element(row.getByText(/Both keys belong together/)).toBeVisible()
  // The browser's own token is part of the test.
  expect(sent.findLast(({ name }) => name === TEST)?.body).toEqual({
    service: 'human_check',
    humanCheckToken: 'human',
  })
})

it('tells the server if the browser gets no token', async () => {
  const { sent } = await openHealth({ [TEST]: found('human_check', BROKEN) })
  await expect.element(test).toBeVisible()
  await press(test.element())
  await expect.element(row.getByText('Problem', { exact: true })).toBeVisible()
  const checker = window.grecaptcha
  if (!checker) throw new Error('The human check did not load')
  const { execute } = checker
  checker.execute = () => Promise.reject(new Error('No key'))
  await press(test.element())
  await expect.poll(() => sent.filter(({ name }) => name === TEST)).toHaveLength(2)
  expect(sent.at(-1)?.body).toEqual({ service: 'human_check', humanCheckToken: '' })
  checker.execute = execute
})

it('says what is broken, and how to fix it', async () => {
  await openHealth({ [TEST]: found('human_check', BROKEN) })
  await expect.element(test).toBeVisible()
  await press(test.element())
  await expect.element(row.getByText('Problem', { exact: true })).toBeVisible()
  await expect.element(row.getByText(/The keys don't belong together/)).toBeVisible()
  await expect.element(row.getByText('Copy both keys again.')).toBeVisible()
  await expect.element(row).toMatchTextContent(`by ${ADMIN.email}`)
  await expect.poll(announced).toBe("reCAPTCHA: Problem. The keys don't belong together.")
  await expectAccessibleOnAllScreens('a service with a problem', row)
})

it('tests all services, and says how far it is', async () => {
  const first = held((body: unknown) => found((body as { service: Service }).service, OK))
  await openHealth({ [LIST]: untested, [TEST]: first.answer })
  await expect.element(testAll).toBeVisible()
  await press(testAll.element())
  await expect.element(services).toMatchTextContent(`0 of ${SERVICE_NAMES.length} services tested`)
  await expect
    .element(page.getByRole('progressbar', { name: 'Testing all services' }))
    .toBeInTheDocument()
  first.release()
  await expect
    .element(services)
    .toMatchTextContent(`All ${SERVICE_NAMES.length} services passed their last test.`)
  await expect.element(page.getByText('Not tested yet')).not.toBeInTheDocument()
  await expect.element(testAll).toHaveFocus()
})

it('sends a test email to a valid address, and shows what the mail server said', async () => {
  const problem = 'Connection refused.'
  const { answer, sent } = await openHealth({ 'POST /api/health/test-email': { problem } })
  const field = page.getByRole('textbox', { name: 'To' })
  await expect.element(field).toHaveValue(ADMIN.email)
  await field.fill('not an address')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter a valid email address.')).toBeVisible()
  expect(sent.map(({ name }) => name)).not.toContain('POST /api/health/test-email')
  await field.fill('to@harborfinch.example')
  await userEvent.keyboard('{Enter}')
  const alert = page.getByRole('alert').filter({ hasText: 'The mail server didn’t accept it' })
  await expect.element(alert).toMatchTextContent(problem)
  await expect.element(field).toHaveValue('to@harborfinch.example')
  answer({ 'POST /api/health/test-email': {} })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect
    .element(page.getByText(/^The mail server accepted it\. Check the inbox/).first())
    .toBeVisible()
})

it('checks off a step of the go-live list, or says that it could not be saved', async () => {
  const list = page.getByRole('region', { name: 'Go-live checklist' })
  const backup = list.getByRole('checkbox', { name: 'Back up and restore' })
  const alert = list.getByRole('alert')
  const { answer } = await openHealth({
    [STEP]: refuse(503, { error: 'Try again later.', code: 'unavailable' }),
  })
  await expect.element(backup).toBeVisible()
  await press(backup.element(), ' ')
  await expect.element(alert).toHaveTextContent('We couldn’t save this. Try again later.')
  await expect.element(backup).not.toBeChecked()
  const done = { step: 'backup', done: { at: AT, by: ADMIN.email } }
  const steps = HEALTH.steps.map((each) => (each.step === 'backup' ? done : each))
  answer({ [STEP]: done, [LIST]: { ...HEALTH, steps } })
  await press(backup.element(), ' ')
  await expect.element(backup).toBeChecked()
  await expect.element(backup).toHaveFocus()
  await expect.element(alert).not.toBeInTheDocument()
  await expect
    .element(list.getByRole('listitem').filter({ hasText: 'Back up and restore' }))
    .toMatchTextContent(`by ${ADMIN.email}`)
  await expectAccessibleOnAllScreens('the go-live list', list)
})
