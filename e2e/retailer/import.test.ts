// Importing a file on the page: seen before, counted after, and never twice.
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import {
  chooseFile,
  exportFile,
  HEADER,
  importPanel,
  newMark,
  openAsStaff,
  openImport,
  rows,
  TRANSACTIONS,
} from '../support/retailer.ts'
import { expect, test } from '../support/test.ts'

test('a dropped file is previewed, imported and counted; the second time adds nothing', async ({
  page,
}) => {
  const mark = newMark()
  await openAsStaff(page)
  await openImport(page)
  const panel = importPanel(page)
  await expectAccessible(page)

  const refused = `2024-11-01,111-${mark}-9999999,€5.00,Visa,Amazon.com`
  const content = `${exportFile(mark, 12)}\n${refused}`
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'december.csv', { type: 'text/csv' }))
    return transfer
  }, content)
  await panel.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: files })
  await expect(panel).toContainText('december.csv is an Azad transactions export with 13 rows.')
  await expect(panel.getByText('The first 10 transactions')).toBeVisible()
  await expect(panel.getByRole('row')).toHaveCount(11)
  await panel.getByText('Why 1 row is left out').click()
  await expect(panel).toContainText('Line 14: The currency is not US dollars.')
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Import 12 transactions' }).click()
  await expect(panel).toContainText('12 transactions added to the list.')
  await expect(page.getByText('12 transactions imported')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill(mark)
  await expect(rows(page)).toHaveCount(13)

  await panel.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, content)
  await expect(panel).toContainText('The list has all of these transactions already.')
  await expect(panel.getByRole('button', { name: /^Import \d/ })).toBeHidden()
})

test('a wrong file gets a clear message, and a broken one with its line', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 4(00|13)/)
  await openAsStaff(page)
  await openImport(page)
  const problem = importPanel(page).getByRole('alert')
  await chooseFile(page, 'name,price\nchair,5')
  await expect(problem).toContainText('does not have the columns of an Azad transactions export')
  await chooseFile(page, `${HEADER}\n2024-01-01,111-1,5.00,Visa,Amazon.com\n2024-01-01,111-2,5.00`)
  await expect(problem).toContainText('Line 3 cannot be read')
  await chooseFile(page, Buffer.from(`\ufeff${HEADER}`, 'utf16le'))
  await expect(problem).toContainText('This file is not UTF-8 text')
  await chooseFile(page, '')
  await expect(problem).toContainText('This file has no rows to import.')
  await expectAccessible(page)
})

test('a file that is too large is refused before it is sent', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.method()))
  await openAsStaff(page)
  await openImport(page)
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(65 * 1024 * 1024)], 'large.csv'))
    return transfer
  })
  asked.length = 0
  await importPanel(page)
    .getByText('or drop it here')
    .dispatchEvent('drop', { dataTransfer: files })
  await expect(importPanel(page).getByRole('alert')).toContainText('larger than 64 MB')
  expect(asked).not.toContain('POST')
})

test('an import that fails says so, keeps the file and can be tried again', async ({
  page,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const mark = newMark()
  await openAsStaff(page)
  await openImport(page)
  await chooseFile(page, exportFile(mark, 2))
  const start = importPanel(page).getByRole('button', { name: 'Import 2 transactions' })
  await expect(start).toBeVisible()
  let isCut = false
  await page.route(/amazon\/import/, (route) => {
    // The same address tells how far an import is, by another method.
    if (isCut || route.request().method() !== 'POST') return route.continue()
    isCut = true
    return route.abort()
  })
  await start.click()
  await expect(importPanel(page).getByRole('alert')).toContainText('cannot be reached')
  await start.click()
  await expect(importPanel(page)).toContainText('2 transactions added to the list.')
})

test('fits a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAsStaff(page)
  await openImport(page)
  await expectNoOverflow(page)
  await chooseFile(page, exportFile(newMark(), 12), `${'a-very-long-name-'.repeat(6)}.csv`)
  await expect(importPanel(page).getByText('The first 10 transactions')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('a move to another page and back leaves nothing behind', async ({ page }) => {
  await openAsStaff(page)
  await openImport(page)
  await chooseFile(page, exportFile(newMark(), 2))
  await expect(importPanel(page).getByRole('button', { name: /^Import 2/ })).toBeVisible()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.goBack()
  await expect(page).toHaveURL(TRANSACTIONS)
  await expect(importPanel(page)).toBeHidden()
})
