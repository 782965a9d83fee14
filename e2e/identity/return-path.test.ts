// Where a sign-in leads: back to the page someone wanted, and never to another site.
import { STAFF } from '../support/people.ts'
import { accountMenu, choose, leaveForGoogle, walkIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

const GUARDED = ['/test-auth?x=1', '/accounts', '/jobs?page=2&sort=a%20b']

for (const path of GUARDED) {
  test(`${path} asks for a sign-in first and is returned to with its query`, async ({
    page,
    complaints,
  }) => {
    // The accounts page refuses staff, which is not the question here.
    complaints.allow(/status of 403/)
    await page.goto(path)
    await expect(page).toHaveURL(`/auth?${new URLSearchParams({ redirect: path })}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Google Sign-In')
    await expect(page.getByRole('main')).toContainText(`Afterwards you return to ${path}`)
    await leaveForGoogle(page)
    await choose(page, STAFF)
    await expect(page).toHaveURL(path)
    await expect(accountMenu(page)).toContainText(STAFF.email)
  })
}

test('without a redirect, a sign-in returns to the page before', async ({ page }) => {
  await page.goto('/privacy')
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL('/privacy')
})

test('whoever is signed in already is led on at once', async ({ page }) => {
  await walkIn(page, STAFF)
  await page.goto('/auth?redirect=%2Feula')
  await expect(page).toHaveURL('/eula')
  await page.goto('/auth')
  await expect(page).toHaveURL('/')
})

const ELSEWHERE = [
  '//evil.example',
  'https://evil.example/',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/auth?redirect=/auth',
  'evil.example',
]

test('a redirect that is no path of ours leads a signed-in person to the start page', async ({
  page,
}) => {
  await walkIn(page, STAFF)
  for (const redirect of ELSEWHERE) {
    await page.goto(`/auth?${new URLSearchParams({ redirect })}`)
    await expect(page, redirect).toHaveURL('/')
  }
})

test('a redirect that is no path of ours ends a sign-in on the start page', async ({ page }) => {
  for (const redirect of ELSEWHERE.slice(0, 3)) {
    await page.goto(`/auth?${new URLSearchParams({ redirect })}`)
    await leaveForGoogle(page)
    await choose(page, STAFF)
    await expect(page, redirect).toHaveURL('/')
    await expect(accountMenu(page)).toContainText(STAFF.email)
    await page.evaluate(() => sessionStorage.clear())
  }
})
