// Failures of QuickBooks and the server: a full-screen error that keeps the input.
import { expectAccessible } from '../support/accessible.ts'
import { STAFF } from '../support/people.ts'
import { connectQuickBooks } from '../support/quickbooks.ts'
import { signIn } from '../support/sign-in.ts'
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

test('a new vendor is created once despite failures at every step', async ({ page, desk }) => {
  const [address, name] = [newEmail(), `Created Once ${Date.now()}`]
  await openVendors(page, desk, listOf(address))
  const { add, email, vendor, account, create, street, error, next, row } = parts(page)
  const back = page.getByRole('button', { name: 'Back to the form' })
  await add.click()
  await email.fill(address)
  await expect(account).toHaveAttribute('placeholder', 'Choose an account')

  await test.step('the name cannot be checked', async () => {
    await desk.addFault(DOWN)
    await vendor.fill(name)
    await vendor.blur()
    await expect(error).toHaveText('Error: Failed to check vendor in QuickBooks')
    await expect(error).toBeFocused()
    await expect(add).toBeHidden()
    await expectAccessible(page)
    await back.click()
    await expect(email).toHaveValue(address)
    await expect(vendor).toHaveValue(name)
    await desk.clearFaults()
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('No matching vendor found in QuickBooks')).toBeVisible()
  })

  await test.step('the response to the creation is lost', async () => {
    await fillAddress(page)
    await page.route('**/api/qbo/vendor', async (route) => {
      await route.fetch()
      await route.abort('failed')
    })
    await create.click()
    await expect(error).toHaveText('Error: Failed to create vendor in QuickBooks')
    expect(await vendorsNamed(desk, name)).toHaveLength(1)
    await back.click()
    await expect(street).toHaveValue('7 Quay Street')
    await page.unroute('**/api/qbo/vendor')
  })

  await test.step('the mapping cannot be saved', async () => {
    await page.route('**/api/cup/vendors', (route) => route.abort('failed'))
    await create.click()
    await expect(error).toHaveText('Error: Failed to save vendor')
    await back.click()
    const created = page.getByText(`We created ${name} in QuickBooks.`)
    await expect(created).toBeVisible()
    await expect(page.getByText('Vendor found in QuickBooks')).toBeVisible()
    await expect(email).toHaveValue(address)
    await page.unroute('**/api/cup/vendors')
    await vendor.fill('Another vendor')
    await expect(created).toBeHidden()
    await vendor.fill(name)
    await expect(created).toBeVisible()
  })

  await next.click()
  await expect(row(address)).toContainText(name)
  expect(await vendorsNamed(desk, name)).toHaveLength(1)
})

test('the list and the accounts can be retried, edits still work, and a notice says how to reconnect', async ({
  page,
  desk,
}) => {
  const { email: address } = await addMapping(desk)
  const { error, row, edit, email, vendor, update, form, add } = parts(page)
  await connectQuickBooks(desk)
  await desk.addFault(DOWN)
  await page.route('**/api/cup/vendors?*', (route) => route.abort('failed'))
  await signIn(page, STAFF, listOf(address))
  await expect(error).toHaveText('Error: Failed to fetch vendors')
  await page.unroute('**/api/cup/vendors?*')
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('button', { name: 'Back to the vendors' }).click()
  await expect(row(address)).toContainText('Kestrel Courier')
  await expect(page.getByText(/^We couldn't check QuickBooks, so/)).toBeVisible()
  await edit(address).click()
  await expect(error).toHaveText('Error: Failed to fetch accounts')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await expect(vendor).toHaveValue('Kestrel Courier')
  // Changes that don't need QuickBooks can be saved.
  await email.fill(`new.${address}`)
  await update.click()
  await expect(row(`new.${address}`)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(add).toBeVisible()

  await test.step('without a connection', async () => {
    await desk.clearFaults()
    await connectQuickBooks(desk)
    await desk.ask('POST', '/quickbooks/switches/kill-refresh-tokens', {})
    await desk.ask('POST', '/quickbooks/switches/expire-access-tokens', {})
    await page.reload()
    await expect(row(`new.${address}`)).toBeVisible()
    await expect(page.getByText(/reconnect QuickBooks/)).toBeVisible()
    await add.click()
    await expect(error).toHaveText('Error: Failed to fetch accounts')
    await page.getByRole('link', { name: 'Manage connections' }).click()
    await expect(page).toHaveURL('/connections')
  })
})
