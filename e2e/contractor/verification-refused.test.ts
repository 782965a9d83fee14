// Proving an e-mail: what is said when it fails, and what then helps.
import { addContractor, getLink } from '@invoice-desk/testing/contractor'
import { expectBills, openPortal, portal } from '../support/contractor.ts'
import { CONTACT } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.describe('a refusal', () => {
  test.beforeEach(({ complaints }) => {
    complaints.allow(/status of 4\d\d/)
    complaints.allow(/status of 500/)
    complaints.allow(/ERR_FAILED/)
  })

  test('of a token says what is wrong with it, and the e-mail can be entered', async ({ page }) => {
    for (const [query, text] of [
      ['token=wrong', 'Invalid token'],
      ['token=', 'No token provided'],
      [`token=${'x'.repeat(300)}`, 'Invalid or expired verification link. Please try again.'],
    ] as const) {
      await page.goto(`/submit-invoice?${query}`)
      await expect(portal(page).alert).toContainText(text)
      await expect(page).toHaveURL('/submit-invoice')
      await expect(portal(page).email).toBeEnabled()
    }
  })

  test('of a truncated link is told, and the stored one is not touched', async ({ page, desk }) => {
    const person = await addContractor(desk)
    await openPortal(page, desk, person)
    await page.goto((await getLink(desk, person)).slice(0, -5))
    await expect(portal(page).alert).toContainText('Invalid token')
    await page.goto('/submit-invoice')
    await expect(portal(page).welcome).toBeVisible()
  })

  test('of an expired link has the e-mail ready for a new one', async ({ page, desk }) => {
    const person = await addContractor(desk)
    const now = new Date().toISOString()
    // Links last 90 days, so the answer about an old one is told here; all else is the real server.
    await page.route('**/api/cup/verify-token', (route) =>
      route.fulfill({
        status: 401,
        json: {
          valid: false,
          error: 'Token has expired',
          code: 'token_expired',
          email: person.email,
          currentTime: now,
          expiredAt: now,
        },
      }),
    )
    await page.goto('/submit-invoice?token=old')
    await expect(portal(page).alert).toContainText('Token has expired')
    await expect(portal(page).email).toHaveValue(person.email)
    await portal(page).go.click()
    await expect(portal(page).sent).toBeVisible()
  })

  test('of whoever is not approved says whom to ask', async ({ page, desk }) => {
    await page.goto(await getLink(desk, { email: `nobody.${Date.now()}@elsewhere.example` }))
    await expect(portal(page).alert).toContainText(
      'You need to be an approved contractor before submitting invoices. Please check the spelling or contact our office.',
    )
    await expect(portal(page).alert.getByRole('link', { name: CONTACT })).toBeVisible()
    await expect(portal(page).bills).toBeHidden()
  })

  test('without an answer can be tried again', async ({ page, desk }) => {
    const person = await addContractor(desk)
    const link = await getLink(desk, person)
    await page.route('**/api/cup/verify-token', (route) => route.abort())
    await page.goto(link)
    await expect(portal(page).alert).toContainText('Failed to verify email. Please try again.')
    await page.unroute('**/api/cup/verify-token')
    await portal(page).alert.getByRole('button', { name: 'Try again' }).click()
    await expect(portal(page).welcome).toContainText(person.vendor)
  })

  test('of the vendor check without an answer keeps the token', async ({ page, desk }) => {
    const person = await addContractor(desk)
    await page.route('**/api/cup/check-vendor', (route) => route.abort())
    await page.goto(await getLink(desk, person))
    await expect(portal(page).alert).toContainText(
      'Failed to verify vendor status. Please try again.',
    )
    await expect(portal(page).email).toHaveValue(person.email)
    await page.unroute('**/api/cup/check-vendor')
    await portal(page).go.click()
    await expectBills(page)
  })

  test('of a mail that could not be sent leaves the e-mail where it was', async ({ page }) => {
    await page.route('**/api/cup/send-verification', (route) =>
      route.fulfill({
        status: 500,
        json: { error: 'Failed to send verification email', code: 'verification_mail_failed' },
      }),
    )
    await page.goto('/submit-invoice')
    await portal(page).email.fill('kim@bluebird.example')
    await portal(page).go.click()
    await expect(portal(page).alert).toHaveText('Failed to send verification email')
    await expect(portal(page).email).toHaveValue('kim@bluebird.example')
    await expect(portal(page).email).toBeFocused()
  })
})
