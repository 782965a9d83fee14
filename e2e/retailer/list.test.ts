// The list of transactions: what anyone sees, finds and takes along.
import { readFile } from 'node:fs/promises'
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { holdRequests } from '../support/hold.ts'
import { STAFF } from '../support/people.ts'
import {
  exportFile,
  HEADER,
  importFile,
  newMark,
  openAsStaff,
  rows,
  TRANSACTIONS,
} from '../support/retailer.ts'
import { choose, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('shows a visitor date, amount, card, order and a link to the order', async ({
  page,
  newVisitor,
}) => {
  const mark = newMark()
  await openAsStaff(page)
  const refund = `2024-12-30,222-${mark}-0000000,-7.25,Amex ****1009,Amazon.com`
  await importFile(page, `${exportFile(mark, 1)}\n${refund}`)

  const visitor = await newVisitor()
  await visitor.goto(`${TRANSACTIONS}?search=${mark}`)
  await expect(
    visitor.getByRole('heading', { name: 'Amazon Transactions', level: 1 }),
  ).toBeVisible()
  await expect(visitor.getByRole('columnheader')).toHaveText([
    'Date',
    'Amount',
    'Card Used',
    'Order ID',
    'Actions',
  ])
  const [first, second] = [rows(visitor).nth(1), rows(visitor).nth(2)]
  await expect(first).toContainText('12/31/2024')
  await expect(first).toContainText('$1.50')
  await expect(first).toContainText('Visa ending in 4840')
  await expect(first).toContainText(`111-${mark}-0000000`)
  const link = first.getByRole('link', { name: 'View Order' })
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.amazon\.com\//)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(second).toContainText('-$7.25')
  await expect(visitor.getByRole('button', { name: 'Import transactions' })).toBeHidden()
  await expectAccessible(visitor)
})

test('is readable on a phone and in the dark', async ({ page }) => {
  const mark = newMark()
  await openAsStaff(page)
  await importFile(page, exportFile(mark, 3))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${TRANSACTIONS}?search=${mark}`)
  await expect(page.getByText('3 transactions')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('does not make a link of an address that is not https', async ({ page }) => {
  const mark = newMark()
  await openAsStaff(page)
  const row = `2024-12-31,111-${mark}-0000000,5.00,Visa ****4840,Amazon.com`
  const content = `${HEADER},order urls\n${row},http://www.amazon.com/order?orderID=111-${mark}`
  await importFile(page, content)
  await page.goto(`${TRANSACTIONS}?search=${mark}`)
  await expect(rows(page).nth(1)).toContainText('No link')
  await expect(rows(page).nth(1).getByRole('link')).toHaveCount(0)
})

test('is searched, narrowed to days, sorted and paged, and the address remembers', async ({
  page,
}) => {
  const mark = newMark()
  await openAsStaff(page)
  await importFile(page, exportFile(mark, 60))
  await page.getByRole('searchbox', { name: 'Search' }).fill(mark)
  await expect(page.getByText('1–50 of 60 transactions')).toBeVisible()
  await expect(page.getByText('Total of all pages: $1,860.00')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('51–60 of 60 transactions')).toBeVisible()
  await expect(rows(page)).toHaveCount(11)

  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(rows(page).nth(1)).toContainText('$60.50')
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByLabel('From').fill('2024-12-29')
  await page.getByLabel('To').fill('2024-12-30')
  await expect(page.getByText('2 transactions')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('2024-12-29')
  await expect(rows(page)).toHaveCount(3)

  await page.getByLabel('To').fill('2024-12-01')
  await expect(page.getByText('The last day cannot be before the first.')).toBeVisible()
  await page.getByLabel('To').fill('2024-12-30')
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${mark} nowhere`)
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
})

test('is exported as it is filtered, with nothing a spreadsheet would run', async ({ page }) => {
  const mark = newMark()
  await openAsStaff(page)
  await importFile(page, `${exportFile(mark, 2)}\n2024-12-01,=1+${mark},5.00,Visa,Amazon.com`)
  await page.goto(`${TRANSACTIONS}?search=${mark}`)
  await expect(page.getByText('3 transactions')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^amazon-transactions-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[1]).toContain(`2024-12-31,1.50,Visa ending in 4840,111-${mark}-0000000,https://`)
  expect(lines[3]).toContain(`'=1+${mark}`)
})

test.describe('scraping', () => {
  test('is announced for later, and either button closes the dialog', async ({ page }) => {
    await page.goto(TRANSACTIONS)
    const scrape = page.getByRole('button', { name: 'Scrape New Transactions' })
    const dialog = page.getByRole('dialog', { name: 'Coming Soon' })
    for (const way of ['Got it', 'Close']) {
      await scrape.click()
      await expect(dialog).toContainText(
        'Amazon transaction scraping will be available soon through browser extensions.',
      )
      await dialog.getByRole('button', { name: way, exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(scrape).toBeFocused()
    }
    await scrape.click()
    await expectAccessible(page)
  })

  test('says that it is busy while the dialog is on its way', async ({ page }) => {
    const letGo = await holdRequests(page, /coming-soon-dialog/)
    await page.goto(TRANSACTIONS)
    await page.getByRole('button', { name: 'Scrape New Transactions' }).click()
    await expect(page.getByRole('button', { name: 'Scraping...' })).toBeVisible()
    letGo()
    await expect(page.getByRole('dialog', { name: 'Coming Soon' })).toBeVisible()
  })
})

test('a list that cannot be fetched says so, and comes with another try', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  await page.route(/list-transactions/, (route) => route.abort(), { times: 1 })
  await page.goto(TRANSACTIONS)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch transactions' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/transactions? found|transactions$/).first()).toBeVisible()
})

test('a sign-in that ends here leads to /auth with the way back', async ({ page, desk }) => {
  await desk.setIdTokenSeconds(8)
  const path = `${TRANSACTIONS}?sort=amount`
  await page.goto(`/auth?${new URLSearchParams({ redirect: path })}`)
  await leaveForGoogle(page)
  const arrived = page.waitForURL(path)
  await choose(page, STAFF)
  await arrived
  await expect(page).toHaveURL('/auth?redirect=%2Famazon-transactions%3Fsort%3Damount')
})
