// When QuickBooks or the server fails: the whole screen says so, and nothing typed is lost.
import { expectAccessible } from '../support/accessible.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { expect, test } from '../support/test.ts'
import {
  addMapping,
  fillAddress,
  listOf,
  newEmail,
  openVendors,
  parts,
  vendorsNamed,
} from '../support/vendors.ts'

const DOWN = { provider: 'quickbooks', mode: 'error', match: '/query', times: 1_000 } as const

test.beforeEach(({ complaints }) => complaints.allow(/50[02]|409|ERR_FAILED/))

test('a name that cannot be checked, and back to what was typed', async ({ page, desk }) => {
  const address = newEmail()
  await openVendors(page, listOf(address))
  const { add, email, vendor, account, error, next, row } = parts(page)
  await add.click()
  await email.fill(address)
  await expect(account).toHaveAttribute('placeholder', 'Choose an account')
  await desk.addFault(DOWN)
  await vendor.fill('Dana Whitfield')
  await vendor.blur()
  await expect(error).toHaveText('Error: Failed to check vendor in QuickBooks')
  await expect(error).toBeFocused()
  await expect(page.getByRole('button', { name: 'Add New Vendor' })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect(email).toHaveValue(address)
  await expect(vendor).toHaveValue('Dana Whitfield')
  await desk.calm()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Vendor found in QuickBooks')).toBeVisible()
  await next.click()
  await expect(row(address)).toBeVisible()
})

test('accounts that cannot be fetched, and the list without them', async ({ page, desk }) => {
  await openVendors(page)
  const { email } = await addMapping(page)
  await connectQuickBooks(page)
  await desk.addFault(DOWN)
  await page.goto(listOf(email))
  const { error, row, edit, vendor, update, form } = parts(page)
  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('button', { name: 'Back to the vendors' }).click()
  await expect(row(email)).toContainText('Kestrel Courier')
  await expect(page.getByText('QuickBooks could not be asked')).toBeVisible()
  await edit(email).click()
  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect(vendor).toHaveValue('Kestrel Courier')
  // What needs no answer from QuickBooks can still be saved.
  const address = newEmail()
  await parts(page).email.fill(address)
  await update.click()
  await expect(form).toBeHidden()
})

test('a list that cannot be fetched, tried again', async ({ page }) => {
  await openVendors(page)
  const { email } = await addMapping(page)
  await page.route('**/api/cup/vendors?*', (route) => route.abort('failed'))
  await page.goto(listOf(email))
  const { error, row } = parts(page)
  await expect(error).toHaveText('Error: Failed to fetch vendors')
  await page.unroute('**/api/cup/vendors?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(row(email)).toBeVisible()
})

test('a vendor that QuickBooks does not take', async ({ page, desk }) => {
  await openVendors(page)
  const { add, email, vendor, create, error, street } = parts(page)
  await add.click()
  await email.fill(newEmail())
  await vendor.fill(`Nobody ${Date.now()}`)
  await vendor.blur()
  await fillAddress(page)
  await desk.addFault({ provider: 'quickbooks', mode: 'error', match: '/vendor?', times: 10 })
  await create.click()
  await expect(error).toHaveText('Error: Failed to create vendor in QuickBooks')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect(street).toHaveValue('7 Quay Street')
})

test('a mapping that cannot be saved after its vendor was created, and no second vendor', async ({
  page,
  desk,
}) => {
  const [address, name] = [newEmail(), `Created Once ${Date.now()}`]
  await openVendors(page, listOf(address))
  const { add, email, vendor, create, error, next, row } = parts(page)
  await add.click()
  await email.fill(address)
  await vendor.fill(name)
  await vendor.blur()
  await fillAddress(page)
  await page.route('**/api/cup/vendors', (route) => route.abort('failed'))
  await create.click()
  await expect(error).toHaveText('Error: Failed to save vendor')
  expect(await vendorsNamed(desk, name)).toHaveLength(1)
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect(page.getByText(`${name} was created in QuickBooks.`)).toBeVisible()
  await expect(page.getByText('Vendor found in QuickBooks')).toBeVisible()
  await expect(email).toHaveValue(address)
  await page.unroute('**/api/cup/vendors')
  await next.click()
  await expect(row(address)).toContainText(name)
  expect(await vendorsNamed(desk, name)).toHaveLength(1)
})

test('a creation whose answer was lost is found again, not repeated', async ({ page, desk }) => {
  const [address, name] = [newEmail(), `Lost Answer ${Date.now()}`]
  await openVendors(page, listOf(address))
  const { add, email, vendor, create, error, row } = parts(page)
  await add.click()
  await email.fill(address)
  await vendor.fill(name)
  await vendor.blur()
  await fillAddress(page)
  await page.route('**/api/qbo/vendor', async (route) => {
    await route.fetch()
    await route.abort('failed')
  })
  await create.click()
  await expect(error).toHaveText('Error: Failed to create vendor in QuickBooks')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await page.unroute('**/api/qbo/vendor')
  await create.click()
  await expect(row(address)).toContainText(name)
  expect(await vendorsNamed(desk, name)).toHaveLength(1)
})

test('a connection that is gone leaves the list and says what to do', async ({ page, desk }) => {
  await openVendors(page)
  const { email } = await addMapping(page)
  await connectQuickBooks(page)
  await desk.ask('POST', '/quickbooks/switches/kill-refresh-tokens', {})
  await desk.ask('POST', '/quickbooks/switches/expire-access-tokens', {})
  await page.goto(listOf(email))
  const { row, add, error } = parts(page)
  await expect(row(email)).toBeVisible()
  await expect(page.getByText(/reconnect QuickBooks/)).toBeVisible()
  await add.click()
  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('link', { name: 'Manage connections' }).click()
  await expect(page).toHaveURL('/connections')
})
