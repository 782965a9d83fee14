// The list of mappings: found, sorted, paged, marked and deleted.
import { expectAccessible, expectNoOverflow } from '../support/accessible.ts'
import { SCHEME } from '../support/looks.ts'
import { expect, test } from '../support/test.ts'
import { addMapping, listOf, newEmail, openVendors, parts } from '../support/vendors.ts'

test('is for those who are signed in, and they come back to it', async ({ page }) => {
  await page.goto('/vendors?search=kestrel')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fvendors%3Fsearch%3Dkestrel$/)
  await expect(page.getByRole('button', { name: 'Add New Vendor' })).toBeHidden()
})

test('is reached from the landing page and the account menu', async ({ page }) => {
  await openVendors(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'Create vendor' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vendor Management')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vendor Management')
})

test('searches, sorts and pages, and finds its place again after a reload', async ({ page }) => {
  await openVendors(page)
  const mark = `bulk${Date.now()}`
  for (let n = 0; n < 55; n += 1) {
    const vendor = `${mark} ${String(n).padStart(2, '0')}`
    await addMapping(page, { email: `${vendor.replace(' ', '.')}@bulk.example`, vendor })
  }
  await page.reload()
  const first = page.getByRole('row').nth(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill(mark.toUpperCase())
  await expect(page.getByText('1–50 of 55 vendor mappings')).toBeVisible()
  await expect(first).toContainText(`${mark} 00`)
  await page.getByRole('button', { name: 'Vendor', exact: true }).click()
  await expect(first).toContainText(`${mark} 54`)
  await expect(page.getByRole('columnheader', { name: 'Vendor' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(first).toContainText(`${mark} 04`)
  await expect(page.getByText('51–55 of 55 vendor mappings')).toBeVisible()
  await page.reload()
  await expect(first).toContainText(`${mark} 04`)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue(mark.toUpperCase())
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing like it')
  await expect(page.getByText('Nothing matches “nothing like it”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText(/of \d+ vendor mappings/)).toBeVisible()
})

test('marks what QuickBooks no longer has, and lets the vendor be created again', async ({
  page,
}) => {
  await openVendors(page)
  const { email } = await addMapping(page, { vendor: `Gone ${Date.now()}` })
  await page.goto(listOf(email))
  const { row, edit, street, create } = parts(page)
  await expect(row(email)).toContainText('Not in QuickBooks')
  await edit(email).click()
  await expect(street).toBeVisible()
  await expect(create).toBeVisible()
})

test('shows markup in a name as text', async ({ page }) => {
  await openVendors(page)
  const vendor = '<img src=x onerror=alert(1)>'
  const { email } = await addMapping(page, { vendor })
  await page.goto(listOf(email))
  await expect(parts(page).row(email)).toContainText(vendor)
})

test('deletes after asking, and not when declined', async ({ page }) => {
  await openVendors(page)
  const { email } = await addMapping(page)
  await page.goto(listOf(email))
  const { remove, row, add } = parts(page)
  const dialog = page.getByRole('dialog')
  await remove(email).click()
  await expect(dialog).toContainText(
    'Are you sure you want to delete this vendor mapping? This action cannot be undone.',
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(remove(email)).toBeFocused()
  await expect(row(email)).toBeVisible()

  await remove(email).click()
  await dialog.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Vendor deleted successfully')).toBeVisible()
  await expect(row(email)).toBeHidden()
  await expect(add).toBeFocused()
})

test('says that it could not delete', async ({ page, newVisitor, complaints }) => {
  complaints.allow(/404/)
  await openVendors(page)
  const { email } = await addMapping(page)
  await page.goto(listOf(email))
  const { remove } = parts(page)
  await remove(email).click()
  const other = await newVisitor()
  await openVendors(other, listOf(email))
  await parts(other).remove(email).click()
  await other.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(other.getByText('Vendor deleted successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Failed to delete vendor')).toBeVisible()
})

test('asks before a half-filled form is left', async ({ page }) => {
  await openVendors(page)
  const { email: mapped } = await addMapping(page)
  await page.goto(listOf(mapped))
  const { add, email, edit, cancel, form } = parts(page)
  const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
  const typed = newEmail()
  await add.click()
  await email.fill(typed)
  await page.getByRole('link', { name: 'Privacy' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(email).toHaveValue(typed)
  await edit(mapped).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(email).toHaveValue(typed)
  await edit(mapped).click()
  await question.getByRole('button', { name: 'Yes, Discard' }).click()
  await expect(email).toHaveValue(mapped)
  await cancel.click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL('/privacy')
})

test('is accessible on a phone and a desk, light and dark', async ({ page }) => {
  const check = async () => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await expect(page.locator('html')).toHaveAttribute(SCHEME, scheme)
      await expectAccessible(page)
    }
  }
  await openVendors(page)
  await addMapping(page, {
    email: `a-rather-long-address-${newEmail()}`,
    vendor: `A Very Long Vendor Name That Goes On And On ${Date.now()}`,
  })
  await page.reload()
  await expect(page.getByRole('table')).toBeVisible()
  await check()
  await page.setViewportSize({ width: 390, height: 844 })
  await check()
  await expectNoOverflow(page)
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()
  const { add, vendor, street, track, account } = parts(page)
  await add.click()
  await vendor.fill(`Nobody ${Date.now()}`)
  await vendor.blur()
  await expect(street).toBeVisible()
  await track.check()
  await account.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await check()
  await expectNoOverflow(page)
})
