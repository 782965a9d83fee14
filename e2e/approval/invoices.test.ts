// Finding invoices among all of them: filters in the address, saved views, and the export.
import { readFile } from 'node:fs/promises'
import { addBill, addContractor } from '@invoice-desk/testing/contractor/contractors'
import { expectFitsSmallScreens } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('filters invoices, keeps the filter, saves it as a view and exports it', async ({
  page,
  desk,
}) => {
  const person = await addContractor(desk)
  const mark = person.email.replaceAll(/\D/g, '')
  await addBill(desk, person, { invoiceNumber: `S-${mark}`, amount: '999.99' })
  await addBill(desk, person, { invoiceNumber: `L-${mark}`, amount: '1250.00' })
  await signIn(page, STAFF, '/invoices')
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await page.getByRole('searchbox', { name: 'Search' }).fill(person.email)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('$2,249.99')

  const filters = page.getByRole('search')
  await filters.getByRole('button', { name: 'Submitted', exact: true }).click()
  await page.getByRole('button', { name: 'Last week' }).click()
  await expect(page.getByText('No invoices match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter Submitted: last week' }).click()
  await filters.getByRole('button', { name: 'Amount', exact: true }).click()
  await page.getByLabel('At least').fill('$1,000')
  await page.getByLabel('At least').press('Enter')
  await expect(rows).toHaveCount(1)

  await test.step('reload and Back keep the filter', async () => {
    await page.reload()
    const chip = page.getByRole('button', { name: 'Remove filter Amount: $1,000.00 or more' })
    await expect(chip).toBeVisible()
    await page.getByRole('link', { name: `L-${mark}` }).click()
    await expect(page).toHaveURL(/approve-invoice\?taskId=/)
    await page.goBack()
    await expect(rows).toHaveCount(1)
    await expect(chip).toBeVisible()
  })

  const view = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: mark })
  await test.step('a saved view restores the filter', async () => {
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(mark)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(view).toHaveAttribute('aria-current', 'page')
    await page.getByRole('link', { name: 'Rejected' }).click()
    await expect(page).toHaveURL(/\?status=rejected$/)
    await view.click()
    await expect(rows).toHaveCount(1)
  })

  await test.step('the export has what is filtered', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(`L-${mark},`)
    expect(lines[1]).toContain(`,${person.email},1250.00,`)
  })

  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(view).toHaveCount(0)
  await test.step('on a phone, the filters are in a drawer', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 })
    await page.getByRole('checkbox', { name: 'Rejected' }).check()
    await page.getByRole('button', { name: 'Show invoices' }).click()
    await expect(page.getByText('No invoices match these filters.')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(/\/invoices$/)
  })
  await expectFitsSmallScreens(page)
})
