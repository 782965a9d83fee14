// The health page: tests of services, the test email, and the go-live list.
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { setHumanCheck } from '../support/contractor.ts'
import { ADMIN } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const TESTS = '**/api/health/services'
const SCRIPT = '**/human-check/api.js*'

const rowOf = (page: Page, service: string) =>
  page
    .getByRole('region', { name: 'Services' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: service, exact: true }) })

test.afterEach(({ desk }) => setHumanCheck(desk, 'pass'))

test('an administrator tests services, sees what is broken and how to fix it, and the page remembers it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 429|api\.js/)
  await signIn(page, ADMIN, '/settings')
  await page.getByRole('link', { name: 'Health', exact: true }).click()
  await expect(page).toHaveURL('/settings/health')
  // Its own policy needs a full page load, after which the navigation still shows where they are.
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const row = rowOf(page, 'reCAPTCHA')
  const button = row.getByRole('button', { name: 'Test reCAPTCHA' })
  const announced = page.locator('p[role="status"].visually-hidden')

  await test.step('a test that the server refuses', async () => {
    await page.route(TESTS, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({
            status: 429,
            json: { error: 'Too many requests. Try again in 40 seconds.', code: 'rate_limited' },
          }),
    )
    await button.press('Enter')
    await expect(row.getByRole('alert')).toContainText('Try again in 40 seconds.')
    await expectAccessible(page)
    await page.unroute(TESTS)
  })

  await test.step('keys that work, and keys that do not', async () => {
    await row.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(row.getByText('Works', { exact: true })).toBeVisible()
    await expect(button).toBeFocused()
    await expect(announced).toHaveText('reCAPTCHA: Works.')
    await expect(row.getByText('Both keys belong together')).toBeHidden()
    await row.getByText(/^Show \d checks$/).click()
    await expect(row.getByText('Both keys belong together')).toBeVisible()

    await setHumanCheck(desk, 'fail')
    await button.press('Enter')
    await expect(row.getByText('Problem', { exact: true })).toBeVisible()
    await expect(row.getByText(/don't belong together/)).toBeVisible()
    await expect(row.getByText(/^Copy both keys again/)).toBeVisible()
    await expect(row.getByText(`by ${ADMIN.email}`)).toBeVisible()
    await expect(announced).toHaveText(/^reCAPTCHA: Problem\. .*don't belong together/)
    await expectAccessibleOnAllScreens(page, 'a service with a problem', row)
  })

  await test.step('a browser that gets no token', async () => {
    await page.route(SCRIPT, (route) => route.abort())
    await page.reload()
    await expect(row.getByText(/don't belong together/)).toBeVisible()
    await button.click()
    await expect(row.getByText('The browser got no token for RECAPTCHA_SITE_KEY.')).toBeVisible()
    await page.unroute(SCRIPT)
  })

  await test.step('all services', async () => {
    await setHumanCheck(desk, 'pass')
    await page.getByRole('button', { name: 'Test all' }).press('Enter')
    await expect(page.getByRole('progressbar', { name: 'Testing all services' })).toBeVisible()
    const services = page.getByRole('region', { name: 'Services' })
    await expect(services.getByText(/10 services passed their last test\./)).toBeVisible()
    await expect(page.getByText('Not tested yet')).toHaveCount(0)
    await expect(row.getByText('Works', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Test all' })).toBeFocused()
  })
})

test('an administrator sends a test email and checks off a step of the go-live list', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 503/)
  await signIn(page, ADMIN, '/settings/health')
  const card = page.locator('.card').filter({ hasText: 'Send a test email' })
  const field = card.getByLabel('To')

  await test.step('the email', async () => {
    await expect(field).toHaveValue(ADMIN.email)
    await field.fill('not an address')
    await field.press('Enter')
    await expect(card.getByText('Enter a valid email address.')).toBeVisible()
    const to = 'health.test@harborfinch.example'
    await field.fill(to)
    await desk.addFault({ provider: 'mail', mode: 'error', times: 1 })
    await field.press('Enter')
    await expect(card.getByRole('alert')).toContainText('The mail server didn’t accept it')
    await expect(field).toHaveValue(to)
    expect(await mailsTo(desk, to)).toEqual([])
    await card.getByRole('button', { name: 'Send' }).click()
    await expect(card.getByText(/The mail server accepted it\. Check the inbox/)).toBeVisible()
    await waitForMail(desk, to, 'Test email')
  })

  await test.step('the list', async () => {
    const list = page.getByRole('region', { name: 'Go-live checklist' })
    await expect(list).toContainText('This list is for the real services.')
    const backup = list.getByRole('checkbox', { name: 'Back up and restore' })
    await page.route('**/api/health/go-live', (route) =>
      route.fulfill({ status: 503, json: { error: 'Try again later.', code: 'unavailable' } }),
    )
    await backup.press('Space')
    await expect(list.getByRole('alert')).toHaveText('We couldn’t save this. Try again later.')
    await expect(backup).not.toBeChecked()
    await page.unroute('**/api/health/go-live')

    const saved = page.waitForResponse('**/api/health/go-live')
    await backup.press('Space')
    await expect(backup).toBeFocused()
    await expect(list.getByRole('alert')).toHaveCount(0)
    await saved
    await expectAccessibleOnAllScreens(page, 'the go-live list', list)
    await page.reload()
    await expect(backup).toBeChecked()
    const done = list.getByRole('listitem').filter({ hasText: 'Back up and restore' })
    await expect(done).toContainText(`by ${ADMIN.email}`)
    const undone = page.waitForResponse('**/api/health/go-live')
    await backup.press('Space')
    await undone
  })
})
