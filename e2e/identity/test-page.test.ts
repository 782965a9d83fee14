// The protected test page: what the browser knows of the sign-in, and what the server makes of it.
import { STAFF } from '../support/people.ts'
import { keptAuth, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('shows e-mail, name, tokens and expiry, and the backend response as it is', async ({
  page,
}) => {
  const called = page.waitForRequest('**/api/protected-endpoint')
  await signIn(page, STAFF, '/test-auth')
  const { idToken, exp } = JSON.parse((await keptAuth(page)) ?? '')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Auth Status' })).toBeVisible()
  const factOf = (label: string) =>
    main.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd')
  await expect(factOf('E-mail')).toHaveText(STAFF.email)
  await expect(factOf('Name')).toHaveText(STAFF.name)
  await expect(factOf('ID token')).toHaveText('Present')
  await expect(factOf('Access token')).toHaveText('Present')
  await expect(factOf('Expires')).toContainText(String(new Date(exp * 1_000).getFullYear()))

  const response = JSON.parse((await main.locator('pre').textContent()) ?? '')
  expect(response).toMatchObject({
    email: STAFF.email,
    name: STAFF.name,
    expiresAt: new Date(exp * 1_000).toISOString(),
  })
  expect((await called).headers().authorization).toBe(`Bearer ${idToken}`)
})

test('says so when the backend does not answer, and asks again on demand', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 503/)
  await page.route('**/api/protected-endpoint', (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: 'The service is starting or stopping. Please try again.',
        code: 'unavailable',
      },
    }),
  )
  await signIn(page, STAFF, '/test-auth')
  await expect(page.getByRole('alert')).toContainText('The service is starting or stopping.')
  await page.unroute('**/api/protected-endpoint')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').locator('pre')).toContainText(STAFF.email)
})
