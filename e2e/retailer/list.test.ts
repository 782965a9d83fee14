// The list of transactions.
import { readFile } from 'node:fs/promises'
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { holdRequests } from '../support/hold.ts'
import {
  addTransactions,
  exportFile,
  HEADER,
  newMark,
  openAsStaff,
  rows,
  TRANSACTIONS,
} from '../support/retailer.ts'
import { scriptOf } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

const DIALOG = 'features/retailer/scrape/coming-soon-dialog.tsx'

test('shows a visitor date, amount, card, order and a link to the order, and that scraping is coming', async ({
  page,
  desk,
}) => {
  const mark = newMark()
  const refund = `2024-12-30,222-${mark}-0000000,-7.25,Amex ****1009,Amazon.com`
  await addTransactions(desk, `${exportFile(mark, 1)}\n${refund}`)
  const unsafe = `2024-12-29,111-${mark}-0000009,5.00,Visa ****4840,Amazon.com,http://www.amazon.com/order`
  await addTransactions(desk, `${HEADER},order urls\n${unsafe}`)

  const release = await holdRequests(page, scriptOf(DIALOG))
  await page.goto(`${TRANSACTIONS}?search=${mark}`)
  await expect(page.getByRole('heading', { name: 'Amazon Transactions', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Amount',
    'Card Used',
    'Order ID',
    'Actions',
  ])
  const first = rows(page).nth(1)
  for (const text of ['12/31/2024', '$1.50', 'Visa ending in 4840', `111-${mark}-0000000`]) {
    await expect(first).toContainText(text)
  }
  const link = first.getByRole('link', { name: 'View Order' })
  await expect(link).toHaveAttribute('href', /^https:\/\/www\.amazon\.com\//)
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(rows(page).nth(2)).toContainText('-$7.25')
  await expect(rows(page).nth(3)).toContainText('No link')
  await expect(rows(page).nth(3).getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Import transactions' })).toBeHidden()
  await expect(page.getByText('3 transactions')).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'transactions')

  await test.step('scraping is coming soon, and either button closes the dialog', async () => {
    const scrape = page.getByRole('button', { name: 'Scrape New Transactions' })
    const dialog = page.getByRole('dialog', { name: 'Coming Soon' })
    await scrape.click()
    await expect(page.getByRole('button', { name: 'Scraping...' })).toBeVisible()
    release()
    await expect(dialog).toContainText(
      'Amazon transaction scraping will be available soon through browser extensions.',
    )
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Got it', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(scrape).toBeFocused()
    await scrape.click()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(scrape).toBeFocused()
  })
})

test('can be searched, filtered by date, sorted, scrolled and exported, and the URL keeps the filters', async ({
  page,
  desk,
}) => {
  const mark = newMark()
  await addTransactions(desk, exportFile(mark, 160))
  await page.goto(TRANSACTIONS)
  await page.getByRole('searchbox', { name: 'Search' }).fill(mark)
  await expect(page.getByText('160 transactions')).toBeVisible()
  await expect(page.getByText('Total: $12,960.00')).toBeVisible()
  await expect(rows(page)).toHaveCount(101)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(rows(page)).toHaveCount(161)
  await expect(page.getByText(/^Showing/)).toBeHidden()

  await page.getByRole('button', { name: 'Amount' }).click()
  await expect(rows(page).nth(1)).toContainText('$160.50')
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const dates = page.getByRole('search').getByRole('button', { name: 'Date', exact: true })
  await dates.click()
  await page.getByLabel('From').fill('2024-12-29')
  await page.getByLabel('To').fill('2024-12-30')
  await expect(page.getByText('2 transactions')).toBeVisible()
  await page.reload()
  const chosen = 'Remove filter Date: Dec 29, 2024 to Dec 30, 2024'
  await expect(page.getByRole('button', { name: chosen })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)

  await test.step('the export has the filtered rows', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^amazon-transactions-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`2024-12-29,3.50,Visa ending in 4840,111-${mark}-0000002,https://`)
  })

  await dates.click()
  await page.getByLabel('To', { exact: true }).fill('2024-12-01')
  await expect(page.getByText("The end date can't be before the start date.")).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.getByRole('searchbox', { name: 'Search' }).fill(`${mark} nowhere`)
  await expect(page.getByText('No transactions found.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
})

test('says why it cannot load, and hides the import without the tool', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED|status of 401/)
  await page.route(/list-transactions/, (route) => route.abort())
  await page.goto(TRANSACTIONS)
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch transactions' }),
  ).toBeVisible()

  await test.step('the business shows its list only to staff', async () => {
    const json = { error: 'Please sign in.', code: 'sign_in_required' }
    await page.route(/list-transactions/, (route) => route.fulfill({ status: 401, json }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Sign in above to see the transactions.')).toBeVisible()
    await expect(page.getByRole('table')).toBeHidden()
    await expectAccessible(page)
    await page.unroute(/list-transactions/)
  })

  await test.step('an account without the tool sees the list and no import', async () => {
    await page.route('**/api/account', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), tools: [] } })
    })
    const loaded = page.waitForResponse('**/api/account')
    await openAsStaff(page, `${TRANSACTIONS}?search=${newMark()}`)
    await (await loaded).finished()
    await expect(page.getByText('No transactions found.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import transactions' })).toBeHidden()
  })
})
