// The bills dashboard: statuses, totals, files, rejections, failures, and very many bills.

import { addBill, addContractor, getLink } from '@invoice-desk/testing/contractor'
import { samplePdf } from '@invoice-desk/testing/sample-files'
import { decide, expectBills, openPortal, portal } from '../support/contractor.ts'
import { holdRequests } from '../support/hold.ts'
import { tellManyBills } from '../support/many-bills.ts'
import { expect, test } from '../support/test.ts'

test('shows each status with its total, its table and its files, and rejected bills apart', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  await addBill(desk, person, { amount: '380', invoiceNumber: 'NO-FILE' })
  const approved = await addBill(desk, person, {
    amount: '14400',
    invoiceNumber: 'WITH-FILE',
    dueDate: '2030-02-28',
    file: samplePdf('approved'),
  })
  await decide(desk, approved, { action: 'approve' })
  const rejected = await addBill(desk, person, { amount: '720', invoiceNumber: 'WRONG' })
  await decide(desk, rejected, { action: 'reject', message: 'The hours do not match.' })

  const parts = portal(page)
  await openPortal(page, desk, person)
  await expect(parts.bills).toContainText('Total $14,780.00 · 2 bills')
  await expect(parts.summary('Approved')).toHaveText('Approved$14,400.001 bill')
  await expect(parts.summary('Paid')).toHaveText('Paid$0.000 bills')
  await expect(page.getByRole('list', { name: 'Totals by status' })).not.toContainText('Rejected')

  const headers = parts.table('Approved').getByRole('columnheader')
  await expect(headers).toHaveText(['Invoice #', 'Submitted', 'Amount', 'Due Date', 'Actions'])
  const today = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'America/New_York',
  }).format(Date.now())
  await expect(parts.table('Approved').getByRole('row').nth(1)).toHaveText(
    `WITH-FILE${today}$14,400.00Feb 28, 2030View Invoice`,
  )
  await expect(parts.row('WITH-FILE').getByRole('link')).toHaveAttribute('target', '_blank')
  await expect(parts.row('NO-FILE')).toContainText('No file')
  await expect(parts.row('NO-FILE').getByRole('link')).toHaveCount(0)
  await expect(parts.table('Rejected')).toContainText('The hours do not match.')
})

test('nobody sees the bills of another vendor', async ({ page, desk }) => {
  const [one, other] = [await addContractor(desk), await addContractor(desk)]
  await addBill(desk, other, { invoiceNumber: 'SECRET' })
  await openPortal(page, desk, one)
  await expect(portal(page).bills).toContainText('No bills found.')
  await expect(page.getByRole('main')).not.toContainText('SECRET')
})

test('says that it is loading, in the shape of what comes', async ({ page, desk }) => {
  const person = await addContractor(desk)
  const letGo = await holdRequests(page, '**/api/cup/vendor-bills')
  const opening = openPortal(page, desk, person)
  await expect(page.getByRole('status').filter({ hasText: 'Loading your bills...' })).toBeVisible()
  await expect(portal(page).newBill).toBeVisible()
  letGo()
  await opening
})

test('tells why the bills are not there, and fetches them on the next try', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 500/)
  complaints.allow(/ERR_FAILED/)
  const person = await addContractor(desk)
  await addBill(desk, person, { invoiceNumber: 'STILL-HERE' })
  await openPortal(page, desk, person)
  await page.route('**/api/cup/vendor-bills', (route) =>
    route.fulfill({ status: 500, json: { error: 'Failed to fetch bills', code: 'bills_failed' } }),
  )
  await page.goto('/submit-invoice')
  await expect(portal(page).alert).toContainText('Failed to fetch bills')
  await page.unroute('**/api/cup/vendor-bills')
  await page.route('**/api/cup/vendor-bills', (route) => route.abort())
  await page.reload()
  await expect(portal(page).alert).toContainText('Failed to fetch bills')
  await page.unroute('**/api/cup/vendor-bills')
  await portal(page).alert.getByRole('button', { name: 'Try again' }).click()
  await expect(portal(page).row('STILL-HERE')).toBeVisible()
})

test('without a kept token there are no bills, and the way back is offered', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  await page.route('**/api/cup/check-vendor', async (route) => {
    await page.evaluate(() => localStorage.clear())
    await route.continue()
  })
  await page.goto(await getLink(desk, person))
  await expect(portal(page).alert).toContainText('No authentication token found')
  await portal(page).alert.getByRole('button', { name: 'Verify your email again' }).click()
  await expect(portal(page).email).toHaveValue(person.email)
})

test('stays usable with 5,000 bills, and its totals are exact', async ({ page, desk }) => {
  const person = await addContractor(desk)
  const many = await tellManyBills(page, 5_000)
  await openPortal(page, desk, person)
  const parts = portal(page)
  await expect(parts.bills).toContainText('Total $50,139,975.00 · 5,000 bills')
  await expect(parts.summary('Received')).toContainText('1,250 bills')
  const rows = parts.table('Received').getByRole('row')
  await expect(rows).toHaveCount(1 + 25)

  const more = page.getByRole('button', { name: 'Show more bills: Received' })
  const section = page.getByRole('region', { name: /^Received/ })
  await expect(section).toContainText('Showing 25 of 1,250')
  await more.click()
  await expect(section).toContainText('Showing 225 of 1,250')
  await more.click()
  await expect(rows).toHaveCount(1 + 425)
  expect(await rows.getByRole('rowheader').allTextContents()).toEqual(
    many.numbersOf('received').slice(0, 425),
  )
  await expect(parts.table('Paid').getByRole('row')).toHaveCount(1 + 25)
})

test('a page that is looked at again shows what has changed meanwhile', async ({ page, desk }) => {
  const person = await addContractor(desk)
  const id = await addBill(desk, person, { invoiceNumber: 'MOVES' })
  await page.clock.install()
  await openPortal(page, desk, person)
  await decide(desk, id, { action: 'approve' })
  await page.clock.fastForward('00:40')
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await expect(portal(page).table('Approved')).toContainText('MOVES')
  await expectBills(page)
})
