// The protected test page.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { signIn, storedAuth } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const PROTECTED = '**/api/protected-endpoint'

test('shows the sign-in data and the raw backend response', async ({ page, complaints }) => {
  complaints.allow(/status of 503/)
  const error = 'The service is starting or stopping. Please try again in a moment.'
  await page.route(PROTECTED, (route) =>
    route.fulfill({ status: 503, json: { error, code: 'unavailable' } }),
  )
  await signIn(page, STAFF, '/test-auth')
  const { idToken, exp } = JSON.parse((await storedAuth(page)) ?? '')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Auth Status' })).toBeVisible()
  const factOf = (label: string) =>
    main.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
  await expect(factOf('Email')).toHaveText(STAFF.email)
  await expect(factOf('Name')).toHaveText(STAFF.name)
  await expect(factOf('ID token')).toHaveText('Present')
  await expect(factOf('Access token')).toHaveText('Present')
  const year = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'America/New_York' })
  await expect(factOf('Expires')).toContainText(year.format(exp * 1_000))

  await expect(page.getByRole('alert')).toContainText('The service is starting or stopping.')
  await page.unroute(PROTECTED)
  const called = page.waitForRequest(PROTECTED)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(main.locator('pre')).toContainText(STAFF.email)
  expect(JSON.parse((await main.locator('pre').textContent()) ?? '')).toMatchObject({
    email: STAFF.email,
    name: STAFF.name,
    expiresAt: new Date(exp * 1_000).toISOString(),
  })
  expect((await called).headers().authorization).toBe(`Bearer ${idToken}`)
  await expectAccessibleOnAllScreens(page, 'test page')
})
