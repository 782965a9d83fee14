// The vendor list: search, filters, sorting, loading, export, marks and deletion.
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import { expect, test } from '../support/test.ts'
import { addMapping, listOf, openVendors, parts } from '../support/vendors.ts'

test('searches, sorts, loads more rows automatically, and keeps its place', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/ERR_FAILED/)
  const mark = `bulk${Date.now()}`
  const named = (n: number) => `${mark}.${String(n).padStart(2, '0')}@bulk.example`
  const mappings = await Promise.all(
    Array.from({ length: 26 }, (_, n) => addMapping(desk, { email: named(n), vendor: named(n) })),
  )
  let isFailing = false
  // Loads 5 rows at a time instead of 100.
  await page.route(/\/api\/cup\/vendors\?/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('pageSize', '5')
    if (isFailing && url.searchParams.get('page') === '5') return route.abort()
    return route.continue({ url: url.href })
  })
  await openVendors(page, desk, '/vendors?page=3')
  const { edit, remove, cancel, form, add } = parts(page)
  const emails = page.locator('tbody').getByRole('rowheader')
  const total = page.getByRole('main').getByRole('status')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(mark.toUpperCase())
  await expect(total).toHaveText('26 vendors')
  await expect(emails.first()).toHaveText(named(0))
  await page.getByRole('button', { name: 'Vendor', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'Vendor' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const order = mappings.map(({ email }) => email).reverse()

  await test.step('four pages load automatically, then a button loads more', async () => {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(emails).toHaveText(order.slice(0, 20))
    await expect(page.getByText('Showing 20 of 26')).toBeVisible()
  })

  await test.step('a failed page keeps the rows, and a deleted row leaves no gap', async () => {
    isFailing = true
    await page.getByRole('button', { name: 'Show more: vendors' }).press('Enter')
    const again = page.getByRole('button', { name: 'Try again: vendors' })
    await expect(page.getByRole('alert')).toContainText("We can't reach the server.")
    await expect(again).toBeFocused()
    await expect(emails).toHaveText(order.slice(0, 20))
    isFailing = false
    await asStaff(desk, 'DELETE', '/api/cup/vendors', { id: mappings.at(-1)?.id })
    await again.press('Enter')
    await expect(emails).toHaveText(order.slice(1))
    await expect(total).toHaveText('25 vendors')
    await expect(page.getByRole('button', { name: /vendors$/ })).toHaveCount(0)
    // The first new row takes the button's place.
    await expect(page.getByRole('row').filter({ hasText: named(4) })).toBeFocused()
  })

  await test.step('editing, deleting and going back keep the place in the list', async () => {
    await edit(named(2)).click()
    await expect(form).toBeVisible()
    await cancel.click()
    await expect(edit(named(2))).toBeFocused()
    await expect(edit(named(2))).toBeInViewport()
    await remove(named(1)).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes, Delete' }).click()
    await expect(emails).toHaveText(order.slice(1).filter((email) => email !== named(1)))
    await expect(edit(named(0))).toBeFocused()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
    await page.goBack()
    await expect(emails).toHaveCount(24)
    await expect(edit(named(0))).toBeInViewport()
  })

  await page.reload()
  await expect(add).toBeVisible()
  await expect(search).toHaveValue(mark.toUpperCase())
  await expect(emails.first()).toHaveText(named(24))

  await test.step('the URL keeps the filters, and the export has what is filtered', async () => {
    const filters = page.getByRole('search')
    await filters.getByRole('button', { name: 'Bill account', exact: true }).click()
    const account = filters.getByRole('combobox', { name: 'Bill account' })
    await account.selectOption('No bill account')
    await expect(page).toHaveURL(/hasAccount=no/)
    await expect(total).toHaveText('24 vendors')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^vendors-\d{4}-\d{2}-\d{2}\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      order.slice(1).filter((email) => email !== named(1)),
    )
    await filters.getByRole('button', { name: 'Bill account', exact: true }).click()
    await account.selectOption('Advertising')
  })
  await expect(page.getByText('No vendors match these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(total).toHaveText(/^\d+ vendors$/)
  await expect(search).toHaveValue('')
})

test('marks a vendor that QuickBooks no longer has, offers to create it, and confirms before deleting', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/404/)
  const lost = await addMapping(desk, { vendor: `<img src=x onerror=alert(1)> ${Date.now()}` })
  const other = await addMapping(desk, { email: `other.${lost.email}` })
  await openVendors(page, desk, listOf(lost.email))
  const { remove, row, edit, street, create, cancel, form } = parts(page)
  // The other email contains this one, so find the row by its vendor.
  const lostRow = page.getByRole('row').filter({ hasText: lost.vendor })
  const removeLost = page.getByRole('button', { name: `Delete ${lost.email}`, exact: true })
  await expect(lostRow).toContainText('Not in QuickBooks')
  await page.goto(`${listOf(lost.email)}&missing=yes`)
  await expect(lostRow).toContainText('Not in QuickBooks')
  await expect(edit(other.email)).toBeHidden()
  await page.getByRole('button', { name: 'Remove filter QuickBooks: Not in QuickBooks' }).click()
  await page.getByRole('button', { name: `Edit ${lost.email}`, exact: true }).click()
  await expect(street).toBeVisible()
  await expect(create).toBeVisible()
  await cancel.click()
  await expect(form).toBeHidden()
  await expect(edit(other.email)).toBeVisible()

  const dialog = page.getByRole('dialog')
  await removeLost.click()
  await expect(dialog).toContainText(
    'Are you sure you want to delete this vendor mapping? This action cannot be undone.',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(removeLost).toBeFocused()
  await expect(lostRow).toBeVisible()

  await removeLost.click()
  await dialog.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Vendor deleted successfully')).toBeVisible()
  await expect(lostRow).toBeHidden()
  await expect(row(other.email)).toBeVisible()
  await expect(edit(other.email)).toBeFocused()

  await remove(other.email).click()
  await expect(dialog).toContainText(other.email)
  await asStaff(desk, 'DELETE', '/api/cup/vendors', { id: other.id })
  await dialog.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Failed to delete vendor')).toBeVisible()
})
