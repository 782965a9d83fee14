// Staff import a file of purchases, which everyone then finds in the list.
import { readFile } from 'node:fs/promises'
import { holdRequests } from '../support/hold.ts'
import {
  chooseFile,
  exportFile,
  importPanel,
  newMark,
  openAsStaff,
  openImport,
  rows,
  TRANSACTIONS,
} from '../support/retailer.ts'
import { scriptOf } from '../support/scripts.ts'
import { expect, test } from '../support/test.ts'

const DIALOG = 'features/retailer/scrape/coming-soon-dialog.tsx'

test('a file is previewed, imported once, and found in the list and its export', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 400/)
  const mark = newMark()
  const refused = `2024-11-01,111-${mark}-9999999,€5.00,Visa,Amazon.com`
  const content = `${exportFile(mark, 120)}\n${refused}`
  const release = await holdRequests(page, scriptOf(DIALOG))
  await openAsStaff(page)
  await openImport(page)
  const panel = importPanel(page)
  await chooseFile(page, 'name,price\nchair,5')
  await expect(panel.getByRole('alert')).toContainText(
    'must have the columns of an Azad transactions export',
  )
  await chooseFile(page, content, 'december.csv')
  await expect(panel).toContainText('december.csv is an Azad transactions export with 121 rows.')
  await panel.getByRole('button', { name: 'Import 120 transactions' }).click()
  await expect(panel).toContainText('120 transactions added to the list.')
  await panel.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, content)
  await expect(panel).toContainText('All of these transactions are already in the list.')

  await test.step('a visitor finds them', async () => {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${TRANSACTIONS}?search=${mark}&sort=-amount`)
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(page.getByText('120 transactions')).toBeVisible()
    await expect(page.getByText('Total: $7,320.00')).toBeVisible()
    await expect(rows(page).nth(1)).toContainText('$120.50')
    const link = rows(page).nth(1).getByRole('link', { name: 'View Order' })
    await expect(link).toHaveAttribute('href', /^https:\/\/www\.amazon\.com\//)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(rows(page)).toHaveCount(121)
  })

  await test.step('the export has the filtered rows', async () => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(`${mark}-0000002`)
    await expect(page.getByText('1 transaction', { exact: true })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^amazon-transactions-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`2024-12-29,3.50,Visa ending in 4840,111-${mark}-0000002,https://`)
  })

  await test.step('scraping says that it is coming as soon as its script has loaded', async () => {
    await page.getByRole('button', { name: 'Scrape New Transactions' }).click()
    await expect(page.getByRole('button', { name: 'Scraping...' })).toBeVisible()
    release()
    await expect(page.getByRole('dialog', { name: 'Coming Soon' })).toBeVisible()
  })
})
