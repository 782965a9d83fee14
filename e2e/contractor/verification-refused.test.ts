// Failed email verification and how to recover from it.
import { addContractor, getLink } from '@invoice-desk/testing/contractor/contractors'
import { expectBills, openPortal, portal } from '../support/contractor.ts'
import { CONTACT } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(({ complaints }) => {
  complaints.allow(/status of 4\d\d/)
  complaints.allow(/status of 500/)
  complaints.allow(/ERR_FAILED/)
})

test('a truncated link does not remove the stored token, and an expired one is replaced', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  const { alert, email, go, welcome, sent } = portal(page)
  await page.goto((await getLink(desk, person)).slice(0, -5))
  await expect(alert).toContainText('Invalid token')
  await expect(page).toHaveURL('/submit-invoice')
  await expect(email).toBeEnabled()
  await email.fill(person.email)
  await go.click()
  await expect(welcome).toContainText(person.vendor)

  const now = new Date().toISOString()
  // Links last 90 days, so the answer for an expired one is stubbed.
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
  await expect(alert).toContainText('Token has expired')
  await expect(email).toHaveValue(person.email)
  await go.click()
  await expect(sent).toBeVisible()
})

test('the link and the vendor check can be retried when there was no answer', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const { alert, email, go, welcome } = portal(page)
  await page.route('**/api/cup/verify-token', (route) => route.abort())
  await page.route('**/api/cup/check-vendor', (route) => route.abort())
  await page.goto(await getLink(desk, person))
  await expect(alert).toContainText('Failed to verify email. Please try again.')
  await page.unroute('**/api/cup/verify-token')
  await alert.getByRole('button', { name: 'Try again' }).click()

  await expect(alert).toContainText('Failed to verify vendor status. Please try again.')
  await expect(email).toHaveValue(person.email)
  await page.unroute('**/api/cup/check-vendor')
  await go.click()
  await expect(welcome).toContainText(person.vendor)
  await expectBills(page)
})

test('shows a contact to contractors who are not approved, and reports an email that cannot be sent', async ({
  page,
  desk,
}) => {
  const { alert, email, go, bills } = portal(page)
  await page.goto(await getLink(desk, { email: `nobody.${Date.now()}@elsewhere.example` }))
  await expect(alert).toContainText(
    'You need to be an approved contractor before submitting invoices. Please check the spelling or contact our office.',
  )
  await expect(alert.getByRole('link', { name: CONTACT })).toBeVisible()
  await expect(bills).toBeHidden()

  await page.route('**/api/cup/send-verification', (route) =>
    route.fulfill({
      status: 500,
      json: { error: 'Failed to send verification email', code: 'verification_mail_failed' },
    }),
  )
  await email.fill('kim@bluebird.example')
  await go.click()
  await expect(alert).toHaveText('Failed to send verification email')
  await expect(email).toHaveValue('kim@bluebird.example')
  await expect(email).toBeFocused()
})
