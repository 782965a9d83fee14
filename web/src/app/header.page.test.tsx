// The header of someone who is signed in: the account menu.
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessibleOnAllScreens } from '../../test/accessible.ts'
import { openPage } from '../../test/open-page.tsx'
import { ADMIN, asAdmin, STAFF } from '../../test/people.ts'

const header = page.getByRole('banner')
const menu = page.getByRole('button', { name: /^Account menu/ })
const signOut = header.getByRole('button', { name: 'Sign Out' })
const picture = () => document.querySelector<HTMLImageElement>('header img')

const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="64" height="96"/>'

it('shows the email and a round picture, and a menu that opens and closes', async () => {
  await openPage('/privacy?from=mail', { as: { ...STAFF, picture: PICTURE } })
  await expect.element(menu.getByText(STAFF.email)).toBeVisible()
  await expect.element(header.getByRole('button', { name: 'Sign In' })).not.toBeInTheDocument()
  await expect.poll(() => picture()?.naturalWidth).toBeGreaterThan(0)
  const image = picture() ?? document.body
  expect(getComputedStyle(image).borderRadius).toBe('50%')
  const { width, height } = image.getBoundingClientRect()
  expect(width).toBe(height)

  await expect.element(header.getByText(STAFF.name)).not.toBeVisible()
  await menu.click()
  await expect.element(header.getByText(STAFF.name)).toBeVisible()
  await expect
    .element(header.getByRole('link', { name: 'Switch User' }))
    .toHaveAttribute('href', '/auth?redirect=%2Fprivacy%3Ffrom%3Dmail&switch=1')
  await expect.element(header.getByRole('link', { name: 'Failed jobs' })).toBeVisible()
  await expect
    .element(header.getByRole('link', { name: 'Vendors' }))
    .toHaveAttribute('href', '/vendors')
  await expect
    .element(header.getByRole('link', { name: 'Accounts', exact: true }))
    .not.toBeInTheDocument()

  await expect.element(signOut).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(signOut).not.toBeInTheDocument()
  await expect.element(menu).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(signOut).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect.element(signOut).not.toBeInTheDocument()
})

it('has the pages of administrators in their menu', async () => {
  await openPage('/privacy', { as: ADMIN, answers: asAdmin })
  await menu.click()
  await expect
    .element(header.getByRole('link', { name: 'Accounts', exact: true }))
    .toHaveAttribute('href', '/accounts')
  await expectAccessibleOnAllScreens('account menu')
})

it('shows an initial instead of a picture that cannot be loaded', async () => {
  await openPage('/privacy', { as: { ...STAFF, picture: 'data:image/png,broken' } })
  await expect.element(menu).toMatchTextContent(/S$/)
  expect(picture()).toBeNull()
})
