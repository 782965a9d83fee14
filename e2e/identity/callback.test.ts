// The code that Google's page sends back.
import { STAFF } from '../support/people.ts'
import { accountMenu, choose, expectSignedOut, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const CALLBACK = '/auth/google/redirect'
const VALIDATE = '**/api/auth/google/validate'

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
  await page.unroute(VALIDATE)
  await page.reload()
  await expect(alert).toContainText('No authorization code received')

  const victim = await newVisitor()
  await victim.goto(returned)
  await expect(victim.getByRole('alert')).toContainText('Authentication Error: Validation failed')
  await expect(victim).toHaveURL(CALLBACK)
  await expectSignedOut(victim)

  await page.goto(returned)
  await expect(page).toHaveURL('/')
  await expect(accountMenu(page)).toContainText(STAFF.email)
})
