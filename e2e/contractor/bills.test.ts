// The bills dashboard: statuses, totals, files, rejections, failures and 5,000 bills.

import { addBill, addContractor, getLink } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { decide, expectSentForApproval, openPortal, portal } from '../support/contractor.ts'
import { holdRequests } from '../support/hold.ts'
import { stubManyBills } from '../support/many-bills.ts'
import { expect, test } from '../support/test.ts'

/** Today in New York, in the page's format. */
const dayInWords = () =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'America/New_York',
  }).format(Date.now())

test('shows each status with its total, table and files, and rejected bills separately', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const days = [dayInWords()]
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

  // Midnight may have passed since the bill was submitted.
  days.push(dayInWords())
  const cells = {
    'Invoice #': 'WITH-FILE',
    Submitted: new RegExp(days.join('|')),
    Amount: '$14,400.00',
    'Due Date': 'Feb 28, 2030',
    Actions: 'View Invoice',
  }
  const headers = await parts.table('Approved').getByRole('columnheader').allTextContents()
  expect(headers.filter((header) => header in cells)).toEqual(Object.keys(cells))
  for (const [header, text] of Object.entries(cells)) {
    const cell = parts.row('WITH-FILE').locator('th, td').nth(headers.indexOf(header))
    await expect(cell, header).toHaveText(text)
  }
  await expect(parts.row('WITH-FILE').getByRole('link')).toHaveAttribute('target', '_blank')
  await expect(parts.row('NO-FILE')).toContainText('No file')
  await expect(parts.row('NO-FILE').getByRole('link')).toHaveCount(0)
  await expect(parts.table('Rejected')).toContainText('The hours do not match.')
})

test('explains why bills are missing, loads them on retry, and reloads when the tab is shown', async ({
  newVisitor,
  desk,
  complaints,
}) => {
  complaints.allow(/status of 403/)
  complaints.allow(/ERR_FAILED/)
  const page = await newVisitor()
  await page.clock.install()
  const url = '**/api/cup/vendor-bills'
  const person = await addContractor(desk)
  const id = await addBill(desk, person, { invoiceNumber: 'STILL-HERE' })
  // From here on, the page doesn't poll for half an hour.
  await expectSentForApproval(desk, id)
  const { alert, newBill, table, email } = portal(page)
  const again = alert.getByRole('button', { name: 'Try again' })
  const lookAgain = async () => {
    await page.clock.fastForward('00:40')
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
  }
  const release = await holdRequests(page, url, (route) => route.abort())
  await page.goto(await getLink(desk, person))
  await expect(page.getByRole('status').filter({ hasText: 'Loading your bills...' })).toBeVisible()
  await expect(newBill).toBeVisible()
  release()
  await expect(alert).toContainText('Failed to fetch bills')
  await page.unroute(url)

  await page.route(url, (route) =>
    route.fulfill({ status: 403, json: { error: 'Not today', code: 'other_vendor' } }),
  )
  await again.click()
  await expect(alert).toContainText('Not today')
  await page.unroute(url)
  await again.click()
  await expect(table('Sent for Approval')).toContainText('STILL-HERE')

  await decide(desk, id, { action: 'approve' })
  await lookAgain()
  await expect(table('Approved')).toContainText('STILL-HERE')

  await page.evaluate(() => localStorage.clear())
  await lookAgain()
  await expect(alert).toContainText('No authentication token found')
  await alert.getByRole('button', { name: 'Verify your email again' }).click()
  await expect(email).toHaveValue(person.email)
})

test('handles 5,000 bills with exact totals', async ({ page, desk }) => {
  const person = await addContractor(desk)
  const many = await stubManyBills(page, 5_000)
  await openPortal(page, desk, person)
  const parts = portal(page)
  await expect(parts.bills).toContainText('Total $50,139,975.00 · 5,000 bills')
  await expect(parts.summary('Received')).toContainText('1,250 bills')
  const rows = parts.table('Received').getByRole('row')
  await expect(rows).toHaveCount(1 + 25)

  const more = page.getByRole('button', { name: 'Show more: Received bills' })
  const section = page.getByRole('region', { name: /^Received/ })
  await expect(section).toContainText('Showing 25 of 1,250')
  for (const count of [225, 425, 625]) {
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows).toHaveCount(1 + count)
  }
  await more.click()
  await expect(rows).toHaveCount(1 + 825)
  expect(await rows.getByRole('rowheader').allTextContents()).toEqual(
    many.numbersOf('received').slice(0, 825),
  )
  await expect(parts.table('Paid').getByRole('row')).toHaveCount(1 + 25)
})
