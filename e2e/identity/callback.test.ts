// The page Google redirects to.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const CALLBACK = '/auth/google/redirect'
const VALIDATE = '**/api/auth/google/validate'

test('requires a code, and shows an error from the URL as text, never as markup', async ({
  page,
}) => {
  const alert = page.getByRole('alert')
  await page.goto(CALLBACK)
  await expect(alert).toContainText('Authentication Error: No authorization code received')
  await expect(page).toHaveTitle(/^Authentication Error/)
  await expectAccessibleOnAllScreens(page, 'callback with an error')
  await expectSignedOut(page)

  const error = '<img src=x onerror=alert(1)>'
  await page.goto(`${CALLBACK}?${new URLSearchParams({ error })}`)
  await expect(alert).toContainText(`Authentication failed: ${error}`)
  await expect(alert.locator('img')).toHaveCount(0)
})

test('a code leaves the address at once, and works once, only in the browser that requested it', async ({
  page,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|status of 400/)
  const alert = page.getByRole('alert')
  const addresses: string[] = []
  await page.route(VALIDATE, (route) => {
    addresses.push(page.url())
    return route.abort()
  })
  await page.goto('/auth')
  await leaveForGoogle(page)
  const redirected = page.waitForRequest(/redirect\?.*code=/)
  await choose(page, STAFF)
  await expect(alert).toContainText("We can't reach the server.")
  const returned = (await redirected).url()
  expect(addresses.map((address) => new URL(address).search)).toEqual([''])
  await expect(page).toHaveURL(CALLBACK)
  await page.reload()
  await expect(alert).toContainText('No authorization code received')
  await expect(alert.getByRole('link', { name: 'Try again' })).toBeVisible()

  const victim = await newVisitor()
  await victim.goto(returned)
  await expect(victim.getByRole('alert')).toContainText('Authentication Error: Validation failed')
  await expect(victim).toHaveURL(CALLBACK)
  await expectSignedOut(victim)

  await page.unroute(VALIDATE)
  await page.route(VALIDATE, (route) => route.fulfill({ body: '<html>' }))
  await page.goto(returned)
  await expect(alert).toContainText('Authentication Error: Invalid JSON response')

  await page.unroute(VALIDATE)
  await page.goto(returned)
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page)).toContainText(STAFF.email)
})
