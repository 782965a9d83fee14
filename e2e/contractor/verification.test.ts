// Email verification: the link, the stored token, signing out, and sending again.

import { addContractor, getLink } from '@invoice-desk/testing/contractor/contractors'
import { mailTo, openForm, openPortal, portal } from '../support/contractor.ts'
import { holdRequests } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

const DAY_MS = 24 * 3_600_000
const KEPT = 'invoice-desk.verification'

test('a link’s token never stays in the URL, and the browser keeps it for 90 days', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const link = await getLink(desk, person)
  const token = new URL(link).searchParams.get('token') ?? ''
  const { welcome, email } = portal(page)
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/cup/')) addresses.push(page.url())
  })
  const age = (days: number) =>
    page.evaluate(
      ({ key, timestamp }) => {
        localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), timestamp })
      },
      { key: KEPT, timestamp: Date.now() - days * DAY_MS },
    )

  await page.goto(link)
  await expect(welcome).toContainText(person.vendor)
  await expect(page).toHaveURL('/submit-invoice')
  expect(token).not.toBe('')
  expect(addresses.join()).not.toContain(token)
  expect(addresses.length).toBeGreaterThan(0)
  const kept = await page.evaluate((key) => JSON.parse(localStorage[key]), KEPT)
  expect(kept).toEqual({ token, timestamp: expect.any(Number) })
  expect(kept.timestamp).toBeGreaterThan(Date.now() - DAY_MS)

  await age(89)
  await page.goto('/submit-invoice')
  await expect(welcome).toContainText(person.vendor)
  await age(91)
  await page.reload()
  await expect(email).toHaveValue('')
  expect(await page.evaluate((key) => localStorage.getItem(key), KEPT)).toBeNull()

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/auth?redirect=%2Fsubmit-invoice')
})

test('Change Email signs out this browser, and signing out of all devices ends every link', async ({
  page,
  desk,
  newVisitor,
  complaints,
}) => {
  complaints.allow(/status of 401/)
  complaints.allow(/ERR_FAILED/)
  const person = await addContractor(desk)
  const parts = portal(page)
  const main = page.getByRole('main')
  await openPortal(page, desk, person)
  await parts.changeEmail.click()
  await expect(parts.email).toBeFocused()
  await expect(parts.email).toHaveValue('')
  await expect(main).not.toContainText(person.vendor)
  await expect(parts.bills).toBeHidden()
  await page.reload()
  await expect(parts.email).toHaveValue('')
  await expect(main).not.toContainText(person.vendor)
  await parts.email.fill(` ${person.email.toUpperCase()} `)
  await parts.go.click()
  await expect(parts.sent).toBeVisible()

  const elsewhere = await newVisitor()
  await openPortal(elsewhere, desk, person)
  await openPortal(page, desk, person)
  await openForm(page)
  await parts.number.fill('KEPT-1')
  await page.route('**/api/cup/sign-out', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign out of all devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out of all devices?' })
  await expect(dialog).toContainText('Links in our earlier emails stop working, too.')
  await expect(dialog).toContainText(
    "You haven't submitted the invoice you started. It will be lost.",
  )
  const confirm = dialog.getByRole('button', { name: 'Yes, Sign Out' })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(parts.number).toHaveValue('KEPT-1')

  await page.unroute('**/api/cup/sign-out')
  await page.getByRole('button', { name: 'Sign out of all devices' }).click()
  await confirm.click()
  await expect(main.getByRole('status')).toContainText('You’re signed out on all devices.')
  await expect(parts.email).toBeFocused()
  await expect(parts.email).toHaveValue('')
  await page.reload()
  await expect(parts.email).toHaveValue('')
  await expect(main).not.toContainText(person.vendor)
  await elsewhere.reload()
  await expect(portal(elsewhere).alert).toContainText('Invalid token')
  await page.goto(await getLink(desk, person))
  await expect(parts.alert).toContainText('Invalid token')
})

test('sends a link only to a valid email, sends it again, and continues on the waiting page', async ({
  page,
  context,
  desk,
  complaints,
}) => {
  // The third link requires the human check, which the page passes automatically.
  complaints.allow(/status of 403 .*send-verification/)
  const person = await addContractor(desk)
  const { verify, email, go, sent, welcome } = portal(page)
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await page.goto('/submit-invoice')
  for (const text of ['', 'kim', 'kim@bluebird', 'kim lee@bluebird.example', 'a@b@c.example']) {
    await email.fill(text)
    await go.click()
    await expect(page.getByText('Enter a valid email address.')).toBeVisible()
    await expect(email).toBeFocused()
  }
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([])

  const release = await holdRequests(page, '**/api/cup/send-verification')
  const typo = person.email.replace(/@.*/, '@bluebrid.example')
  await email.fill(typo)
  // A complete email counts as entered when the field loses focus.
  await email.blur()
  await expect(email).toBeDisabled()
  await expect(verify.locator('.mantine-Loader-root')).toBeVisible()
  const checking = page.getByRole('status').filter({ hasText: 'Checking your email...' })
  await expect(checking).toHaveCount(1)
  release()
  await expect(sent).toBeVisible()
  await mailTo(desk, typo)

  await page.getByRole('button', { name: 'Use Another Email' }).click()
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('')
  await email.fill(person.email)
  await email.press('Enter')
  await expect(sent).toBeVisible()
  await mailTo(desk, person.email)
  const refused = page.waitForResponse('**/api/cup/send-verification')
  await page.getByRole('button', { name: 'Send Again' }).click()
  expect(await (await refused).json()).toMatchObject({ code: 'human_check_required' })
  const mails = async () => (await desk.mails()).filter(({ to }) => to === person.email).length
  await expect.poll(mails).toBe(2)

  const tab = await context.newPage()
  await openPortal(tab, desk, person)
  await expect(welcome).toContainText(person.vendor)
})
