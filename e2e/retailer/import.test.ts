// Importing a file: preview, result, and no duplicates.
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

test('a dropped file is previewed and imported; importing it again adds nothing', async ({
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
  await panel.getByText('Why we rejected 1 row').click()
  await expect(panel).toContainText("Line 14: The currency isn't US dollars.")
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'Import 12 transactions' }).click()
  await expect(panel).toContainText('12 transactions added to the list.')
  await expect(page.getByText('12 transactions imported')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill(mark)
  await expect(rows(page)).toHaveCount(13)

  await panel.getByRole('button', { name: 'Import another file' }).click()
  await chooseFile(page, content)
  await expect(panel).toContainText('All of these transactions are already in the list.')
  await expect(panel.getByRole('button', { name: /^Import \d/ })).toBeHidden()
})

test('a bad file gets a clear message, leaving discards a good one, and a failed import can be retried', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 400|ERR_FAILED/)
  await openAsStaff(page)
  await openImport(page)
  const panel = importPanel(page)
  const problem = panel.getByRole('alert')
  await chooseFile(page, 'name,price\nchair,5')
  await expect(problem).toContainText('must have the columns of an Azad transactions export')
  await chooseFile(page, `${HEADER}\n2024-01-01,111-1,5.00,Visa,Amazon.com\n2024-01-01,111-2,5.00`)
  await expect(problem).toContainText("We can't read line 3")

  await test.step('an empty or too large file is not sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await chooseFile(page, '')
    await expect(problem).toContainText('This file has no rows to import.')
    const files = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(65 * 1024 * 1024)], 'large.csv'))
      return transfer
    })
    await panel.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: files })
    await expect(problem).toContainText('larger than 64 MB')
    expect(sent).not.toContain('POST')
    await expectAccessible(page)
  })

  await chooseFile(page, exportFile(newMark(), 2))
  await expect(panel.getByRole('button', { name: /^Import 2/ })).toBeVisible()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
  await page.goBack()
  await expect(page).toHaveURL(TRANSACTIONS)
  await expect(page.getByRole('button', { name: 'Import transactions' })).toBeVisible()
  await expect(panel).toBeHidden()

  await test.step('on a phone, a failed import keeps the file and can be retried', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await openImport(page)
    await expectNoOverflow(page)
    await chooseFile(page, exportFile(newMark(), 12), `${'a-very-long-name-'.repeat(6)}.csv`)
    await expect(panel.getByText('The first 10 transactions')).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)

    let isCut = false
    await page.route(/amazon\/import/, (route) => {
      // GET on the same path reports progress.
      if (isCut || route.request().method() !== 'POST') return route.continue()
      isCut = true
      return route.abort()
    })
    const start = panel.getByRole('button', { name: 'Import 12 transactions' })
    await start.click()
    await expect(panel.getByRole('alert')).toContainText("We can't reach the server.")
    await start.click()
    await expect(panel).toContainText('12 transactions added to the list.')
  })
})
