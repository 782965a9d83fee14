// The home page.
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { BUSINESS, CONTACT, STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('welcomes visitors and lists the tools, marked for anyone who is signed in', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 500/)
  const main = page.getByRole('main')
  await page.goto('/')
  await expect(page).toHaveTitle(BUSINESS)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome to ${BUSINESS}`)
  await expect(main).toContainText(
    'Once your account is provisioned, you can use the tools enabled for it.',
  )
  const sectionOf = (heading: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })
  await expect(sectionOf('Business tools').getByRole('listitem')).toContainText([
    'Create vendor',
    'Submit invoice',
    'Approve invoice',
    'Pay invoice',
  ])
  const links = sectionOf('Business tools').getByRole('link')
  const targets = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(targets).toEqual(['/vendors', '/submit-invoice', '/approve-invoice', '/pay-invoice'])
  const relay = sectionOf('Productivity tools').getByRole('listitem')
  await expect(relay).toContainText([/Mail relay.*from SMTP to a webmail provider/])
  await expect(relay.getByRole('link').first()).toHaveAttribute('href', '/mail-relay')
  const howToAsk = relay.getByText(`To get access, email ${CONTACT}.`)
  await expect(howToAsk).toBeVisible()
  for (const part of [howToAsk, sectionOf('Contact')]) {
    // Not covered by the card's own link.
    await part.getByRole('link', { name: CONTACT }).click({ trial: true })
    await expect(part.getByRole('link')).toHaveAttribute('href', `mailto:${CONTACT}`)
  }

  await expectAccessibleOnAllScreens(page, 'landing page')

  const marks = main.getByText('Enabled', { exact: true })
  await expect(marks).toHaveCount(0)
  await signIn(page, STAFF)
  await expect(marks).toHaveCount(5)
  await expect(howToAsk).toBeHidden()

  await test.step('the tools stay usable when the account cannot be loaded', async () => {
    const json = { error: 'Something went wrong.', code: 'internal' }
    await page.route('**/api/account', (route) => route.fulfill({ status: 500, json }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('Something went wrong.')
    await expect(page.getByRole('link', { name: 'Submit invoice' })).toBeVisible()
  })
})

test('lets a newcomer try each role', async ({ page, desk, complaints }) => {
  // There are no sample vendors here, so the contractor link only opens the page.
  complaints.allow(/check-vendor/)
  const roleLink = (name: string) =>
    page.getByRole('region', { name: 'Try it out' }).getByRole('link', { name })
  await signIn(page, STAFF)
  await connectQuickBooks(desk)
  await roleLink('Submit as a contractor').click()
  await expect(page).toHaveURL(/\/submit-invoice/)
  await page.goto('/')
  await roleLink('Pay as a customer').click()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto('/')
  await roleLink('sandbox mailbox').click()
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  await page.goto('/')
  await expect(roleLink('Approve as staff')).toHaveAttribute('href', /\/try\/approver$/)
  await roleLink('Approve as staff').click()
  await expect(page).toHaveURL(/\/approve-invoice$/)
})
