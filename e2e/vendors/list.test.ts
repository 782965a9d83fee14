// The list of mappings: found, sorted, paged, marked and deleted.
import { expectAccessible, expectGoodLooks } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import { addMapping, listOf, newEmail, openVendors, parts } from '../support/vendors.ts'

test('is for those who are signed in, and reached from the landing page and the account menu', async ({
  page,
  complaints,
}) => {
  // Without a connection to QuickBooks its accounts cannot be listed, which is not the question here.
  complaints.allow(/status of 409/)
  const title = page.getByRole('heading', { level: 1 })
  await page.goto('/vendors?search=kestrel')
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fvendors%3Fsearch%3Dkestrel$/)
  await expect(title).toHaveText('Google Sign-In')
  await expect(parts(page).add).toBeHidden()

  await signIn(page, STAFF)
  await page.getByRole('link', { name: 'Create vendor' }).click()
  await expect(title).toHaveText('Vendor Management')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(title).toHaveText('Privacy Policy')
  await page.getByRole('button', { name: /^Account menu/ }).click()
  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(title).toHaveText('Vendor Management')
})

test('searches, sorts and pages, and finds its place again after a reload', async ({
  page,
  desk,
}) => {
  const mark = `bulk${Date.now()}`
  const vendors = Array.from({ length: 51 }, (_, n) => `${mark} ${String(n).padStart(2, '0')}`)
  await Promise.all(
    vendors.map((vendor) =>
      addMapping(desk, { email: `${vendor.replace(' ', '.')}@bulk.example`, vendor }),
    ),
  )
  await openVendors(page, desk)
  const first = page.getByRole('row').nth(1)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill(mark.toUpperCase())
  await expect(page.getByText('1–50 of 51 vendor mappings')).toBeVisible()
  await expect(first).toContainText(`${mark} 00`)
  await page.getByRole('button', { name: 'Vendor', exact: true }).click()
  await expect(first).toContainText(`${mark} 50`)
  await expect(page.getByRole('columnheader', { name: 'Vendor' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(first).toContainText(`${mark} 00`)
  await expect(page.getByText('51–51 of 51 vendor mappings')).toBeVisible()
  await page.reload()
  await expect(first).toContainText(`${mark} 00`)
  await expect(page.getByText('51–51 of 51 vendor mappings')).toBeVisible()
  await expect(search).toHaveValue(mark.toUpperCase())

  await search.fill('nothing like it')
  await expect(page.getByText('Nothing matches “nothing like it”.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText(/^1–50 of \d+ vendor mappings/)).toBeVisible()
  await expect(search).toHaveValue('')
})

test('marks a vendor that QuickBooks no longer has, offers to create it, and deletes after asking', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/404/)
  const lost = await addMapping(desk, { vendor: `<img src=x onerror=alert(1)> ${Date.now()}` })
  const other = await addMapping(desk, { email: `other.${lost.email}` })
  await openVendors(page, desk, listOf(lost.email))
  const { remove, row, add, edit, street, create, cancel, form } = parts(page)
  // The other address contains this one, so the row is found by its vendor.
  const lostRow = page.getByRole('row').filter({ hasText: lost.vendor })
  const removeLost = page.getByRole('button', { name: `Delete ${lost.email}`, exact: true })
  await expect(lostRow).toContainText('Not in QuickBooks')
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
  await expect(add).toBeFocused()

  await remove(other.email).click()
  await expect(dialog).toContainText(other.email)
  await asStaff(desk, 'DELETE', '/api/cup/vendors', { id: other.id })
  await dialog.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Failed to delete vendor')).toBeVisible()
})

test('asks before a half-filled form is left', async ({ page, desk }) => {
  const { email: mapped } = await addMapping(desk)
  await openVendors(page, desk, listOf(mapped))
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

test('is accessible with its form open, on a phone and a desk, light and dark', async ({
  page,
  desk,
}) => {
  const long = await addMapping(desk, {
    email: `a-rather-long-address-${newEmail()}`,
    vendor: `A Very Long Vendor Name That Goes On And On ${Date.now()}`,
  })
  await openVendors(page, desk, listOf(long.email))
  const { row, add, vendor, street, track, account } = parts(page)
  await expect(row(long.email)).toBeVisible()
  await add.click()
  await vendor.fill(`Nobody ${Date.now()}`)
  await vendor.blur()
  await expect(street).toBeVisible()
  await track.check()
  await account.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectGoodLooks(page, 'vendors with a new one')
  // On a narrow screen there are no column headers to sort by.
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()
})
