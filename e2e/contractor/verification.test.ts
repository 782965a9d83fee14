// Proving an e-mail: what the page asks for, keeps, says and never shows in the address.

import { addContractor, getLink } from '@invoice-desk/testing/contractor'
import { linkIn } from '@invoice-desk/testing/mailbox'
import { mailTo, openPortal, portal } from '../support/contractor.ts'
import { holdRequests } from '../support/hold.ts'
import { expect, test } from '../support/test.ts'

const DAY_MS = 24 * 3_600_000

test('the token leaves the address before anything is asked with it', async ({ page, desk }) => {
  const person = await addContractor(desk)
  const link = await getLink(desk, person)
  const token = new URL(link).searchParams.get('token') ?? ''
  const addresses: string[] = []
  await page.route('**/api/cup/**', async (route) => {
    addresses.push(page.url())
    await route.continue()
  })
  await page.goto(link)
  await expect(portal(page).welcome).toBeVisible()
  await expect(page).toHaveURL('/submit-invoice')
  expect(addresses.join()).not.toContain(token)
  expect(addresses.length).toBeGreaterThan(0)

  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/auth?redirect=%2Fsubmit-invoice')
})

test('opening a link uses nothing up: it works a second time, on another machine', async ({
  page,
  desk,
  newVisitor,
}) => {
  const person = await addContractor(desk)
  const link = await getLink(desk, person)
  await page.goto(link)
  await expect(portal(page).welcome).toBeVisible()
  const other = await newVisitor()
  await other.goto(link)
  await expect(portal(other).welcome).toContainText(person.vendor)
})

test('the token is kept with its time, and the next visit goes straight to the bills', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  const kept = await page.evaluate(() => JSON.parse(localStorage['invoice-desk.verification']))
  expect(Object.keys(kept).sort()).toEqual(['timestamp', 'token'])
  expect(kept.timestamp).toBeGreaterThan(Date.now() - 60_000)
  await page.goto('/submit-invoice')
  await expect(portal(page).welcome).toContainText(person.vendor)
})

test('after 90 days the token is removed and the e-mail asked for again', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  await openPortal(page, desk, person)
  const age = async (days: number) => {
    await page.evaluate(
      (ms) => {
        const kept = JSON.parse(localStorage['invoice-desk.verification'])
        localStorage['invoice-desk.verification'] = JSON.stringify({ ...kept, timestamp: ms })
      },
      Date.now() - days * DAY_MS,
    )
    await page.goto('/submit-invoice')
  }
  await age(89)
  await expect(portal(page).welcome).toBeVisible()
  await age(91)
  await expect(portal(page).email).toBeVisible()
  await expect(portal(page).email).toHaveValue('')
  expect(await page.evaluate(() => localStorage.getItem('invoice-desk.verification'))).toBeNull()
})

test('Change Email clears everything, and the kept token serves its own e-mail again', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const parts = portal(page)
  await openPortal(page, desk, person)
  const countMails = async () => (await desk.mails()).filter(({ to }) => to === person.email).length
  const mailsBefore = await countMails()
  await parts.changeEmail.click()
  await expect(parts.email).toBeFocused()
  await expect(parts.email).toHaveValue('')
  await expect(page.getByRole('main')).not.toContainText(person.vendor)
  await expect(parts.bills).toBeHidden()

  await parts.email.fill(` ${person.email.toUpperCase()} `)
  await parts.go.click()
  await expect(parts.welcome).toContainText(person.vendor)
  await expect(parts.welcome).toBeFocused()
  expect(await countMails()).toBe(mailsBefore)

  await parts.changeEmail.click()
  await parts.email.fill('someone.else@bluebird.example')
  await parts.go.click()
  await expect(parts.sent).toBeVisible()
  await mailTo(desk, 'someone.else@bluebird.example')
})

test('Change Email closes a form, after asking when something was entered', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const parts = portal(page)
  await openPortal(page, desk, person)
  await parts.firstBill.click()
  await parts.number.fill('HALF')
  await parts.changeEmail.click()
  const dialog = page.getByRole('dialog', { name: 'Discard what you entered?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(parts.number).toHaveValue('HALF')
  await parts.changeEmail.click()
  await dialog.getByRole('button', { name: 'Yes, Discard' }).click()
  await parts.email.fill(person.email)
  await parts.go.click()
  await expect(parts.firstBill).toBeVisible()
})

test('verification runs only for what looks like an address', async ({ page }) => {
  const parts = portal(page)
  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto('/submit-invoice')
  for (const text of ['', 'kim', 'kim@bluebird', 'kim lee@bluebird.example', 'a@b@c.example']) {
    await parts.email.fill(text)
    await parts.go.click()
    await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible()
    await expect(parts.email).toBeFocused()
  }
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
})

test('an e-mail that is complete is entered when the field is left', async ({ page, desk }) => {
  await page.goto('/submit-invoice')
  await portal(page).email.fill('left@bluebird.example')
  await portal(page).email.blur()
  await expect(portal(page).sent).toBeVisible()
  await mailTo(desk, 'left@bluebird.example')
})

test('while it is checked, the field is disabled and says so', async ({ page }) => {
  const parts = portal(page)
  const letGo = await holdRequests(page, '**/api/cup/send-verification')
  await page.goto('/submit-invoice')
  await parts.email.fill('kim@bluebird.example')
  await parts.go.click()
  await expect(parts.email).toBeDisabled()
  await expect(parts.verify.locator('.mantine-Loader-root')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Checking your email...' })).toHaveCount(
    1,
  )
  letGo()
  await expect(parts.sent).toBeVisible()
})

test('a link can be sent again, or to another e-mail', async ({ page, desk }) => {
  const email = `again.${Date.now()}@bluebird.example`
  const parts = portal(page)
  await page.goto('/submit-invoice')
  await parts.email.fill(email)
  await parts.email.press('Enter')
  await mailTo(desk, email)
  await page.getByRole('button', { name: 'Send Again' }).click()
  const mails = async () => (await desk.mails()).filter(({ to }) => to.includes(email)).length
  await expect.poll(mails).toBe(2)
  await page.getByRole('button', { name: 'Use Another Email' }).click()
  await expect(parts.email).toBeFocused()
  await expect(parts.email).toHaveValue('')
})

test('the page that asked for the link goes on by itself once it is opened beside it', async ({
  page,
  context,
  desk,
}) => {
  const person = await addContractor(desk)
  await page.goto('/submit-invoice')
  await portal(page).email.fill(person.email)
  await portal(page).go.click()
  await expect(portal(page).sent).toBeVisible()
  const tab = await context.newPage()
  await tab.goto(linkIn(await mailTo(desk, person.email)))
  await expect(portal(tab).welcome).toBeVisible()
  await expect(portal(page).welcome).toContainText(person.vendor)
})
