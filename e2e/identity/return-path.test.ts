// A sign-in returns to the requested page, never to another site.
import { STAFF } from '../support/people.ts'
import { accountMenu, choose, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('protected pages require a sign-in, which returns to them with their query', async ({
  page,
}) => {
  for (const [path, name] of [
    ['/accounts', 'Accounts'],
    ['/vendors?search=kestrel', 'Vendors'],
    ['/jobs?page=2&sort=a%20b', 'Failed jobs'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(`/auth?${new URLSearchParams({ redirect: path })}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Google Sign-In')
    await expect(page.getByRole('main')).toContainText(`You’ll return to ${name}.`)
  }
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/jobs?page=2&sort=a%20b')
  await expect(accountMenu(page)).toContainText(STAFF.email)

  await test.step('someone already signed in is redirected at once, never to another site', async () => {
    await page.goto('/auth?redirect=%2Feula')
    await expect(page).toHaveURL('/eula')
    await page.goto('/auth?redirect=%2F%2Fevil.example')
    await expect(page).toHaveURL('/')
    await expect(accountMenu(page)).toContainText(STAFF.email)
  })
})
