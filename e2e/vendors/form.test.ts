// Adding and editing vendor mappings.

import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import { holdRequests } from '../support/hold.ts'
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

test('maps an email to a vendor that QuickBooks has, and another one with the keyboard alone', async ({
  page,
  desk,
}) => {
  const address = newEmail()
  await openVendors(page, desk, listOf(address))
  const { add, form, email, vendor, account, next, row } = parts(page)
  await expect(form).toBeHidden()
  await add.click()
  await expect(email).toBeFocused()
  await email.fill(` ${address.toUpperCase()} `)

  const release = await holdRequests(page, '**/api/qbo/vendor?*')
  await vendor.fill('gull rock CATERING')
  await vendor.blur()
  await expect(page.getByText('Checking QuickBooks...')).toBeVisible()
  release()
  await expect(page.getByText('Vendor found in QuickBooks')).toBeVisible()
  await expect(vendor).toHaveValue('Gull Rock Catering')

  await account.fill('goods sold:pho')
  await expect(page.getByRole('option')).toHaveText(['Cost of Goods Sold:Photography'])
  await account.fill('no such account')
  await expect(page.getByText('No accounts match.')).toBeVisible()
  await account.fill('meals')
  await page.getByRole('option', { name: 'Meals & Entertainment' }).click()
  await next.click()
  await expect(row(address)).toContainText('Gull Rock Catering')
  await expect(row(address)).toContainText('Meals & Entertainment')
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()

  await test.step('with the keyboard alone', async () => {
    const other = `other.${address}`
    await page.keyboard.press('Enter')
    await expect(email).toBeFocused()
    await page.keyboard.type(other)
    await page.keyboard.press('Tab')
    await expect(vendor).toBeFocused()
    await page.keyboard.type('Pier 9 Storage')
    await page.keyboard.press('Tab')
    await expect(page.getByText('Vendor found in QuickBooks')).toBeVisible()
    await expect(account).toBeFocused()
    await page.keyboard.type('rent')
    await expect(page.getByRole('option', { name: 'Rent or Lease' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(account).toHaveValue('Rent or Lease')
    // Enter submits the form while the field still has focus.
    await vendor.focus()
    await page.keyboard.press('Enter')
    await expect(row(other)).toContainText('Rent or Lease')
    await expect(form).toBeHidden()
  })
})

test('creates a vendor with address and tax ID in QuickBooks, then maps it', async ({
  page,
  desk,
}) => {
  const [address, name] = [newEmail(), `Fern & Fable ${Date.now()}`]
  const long = await addMapping(desk, {
    email: `a-rather-long-address-${address}`,
    vendor: `A Very Long Vendor Name That Goes On And On ${Date.now()}`,
  })
  await openVendors(page, desk, listOf(address))
  const fields = parts(page)
  await expect(fields.row(long.email)).toBeVisible()
  await fields.add.click()
  await fields.email.fill(address)
  await fields.vendor.fill(name)
  await expect(fields.next).toBeVisible()
  await fields.vendor.blur()
  await expect(page.getByText('No matching vendor found in QuickBooks')).toBeVisible()
  await fields.create.click()
  for (const label of ['Street Address', 'City', 'State', 'ZIP Code']) {
    await expect(fields.problemOf(label)).toHaveText('This is required.')
  }
  await expect(fields.street).toBeFocused()
  await fillAddress(page)
  await fields.track.check()
  await expectFormAccessible(page)
  await fields.create.click()
  await expect(fields.problemOf('Tax ID')).toHaveText('The tax ID is required.')
  await fields.taxId.fill('071234567')
  await fields.taxId.blur()
  await expect(page.getByText('Invalid EIN. Please check the format.')).toBeVisible()
  await expectAccessible(page)
  await typeTaxIds(page)
  await fields.taxId.fill('123456789')
  await expect(fields.taxId).toHaveValue('12-3456789')
  await fields.create.click()
  await expect(fields.row(name)).toContainText('1099, EIN ending in 6789')
  await expect(fields.form).toBeHidden()

  const found = await vendorsNamed(desk, name)
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({
    PrimaryEmailAddr: { Address: address },
    BillAddr: { Line1: '7 Quay Street', City: 'Astoria', PostalCode: '97103' },
    Vendor1099: true,
    TaxIdentifier: 'XXXXX6789',
  })
  expect(desk.log()).not.toMatch(/12-?3456789/)
})

/** With all its fields and the accounts, below a list with long texts. */
const expectFormAccessible = async (page: Page) => {
  const { account } = parts(page)
  await account.click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessibleOnAllScreens(page, 'vendors with a new one')
  // Narrow screens have no column headers to sort by.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Typing formats the tax ID and keeps the caret in place. */
const typeTaxIds = async (page: Page) => {
  const { taxId, taxIdType } = parts(page)
  const caret = () => taxId.evaluate((input: HTMLInputElement) => input.selectionStart)
  await taxId.fill('')
  await taxId.pressSequentially('12x3456789012')
  await expect(taxId).toHaveValue('12-3456789')
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Backspace')
  await expect(taxId).toHaveValue('12-356789')
  expect(await caret()).toBe(4)
  await page.keyboard.press('a')
  expect(await caret()).toBe(4)
  await page.keyboard.type('0')
  await expect(taxId).toHaveValue('12-3056789')
  expect(await caret()).toBe(5)

  await expect(taxId).toHaveAttribute('maxlength', '10')
  await taxIdType.selectOption('SSN')
  await expect(taxId).toHaveAttribute('maxlength', '11')
  await expect(taxId).toHaveValue('123-05-6789')
  await taxId.fill('')
  await taxId.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', ' 98 7 65 43 21 ')
    const options = { clipboardData, bubbles: true, cancelable: true }
    input.dispatchEvent(new ClipboardEvent('paste', options))
  })
  await expect(taxId).toHaveValue('987-65-4321')
  await taxId.fill('666123456')
  await taxId.blur()
  await expect(page.getByText('Invalid SSN. Please check the format.')).toBeVisible()
  await taxIdType.selectOption('EIN')
  await expect(taxId).toHaveValue('66-6123456')
  await expect(page.getByText('Invalid SSN. Please check the format.')).toBeHidden()
}

test('changes a mapping, and reports when someone else has changed or deleted it', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409|404/)
  const mapping = await addMapping(desk)
  const { id, email: old } = mapping
  const address = `new.${old}`
  await openVendors(page, desk, listOf(old))
  const { edit, email, vendor, account, update, next, form, row } = parts(page)
  const asSomeoneElse = (method: 'PUT' | 'DELETE', fields: object) =>
    asStaff(desk, method, '/api/cup/vendors', { id, ...fields })
  const saved = { email: address, vendor: 'Pier 9 Storage', qbBillAccount: '' }

  await test.step('the old address gets an email', async () => {
    await edit(old).click()
    await expect(email).toHaveValue(old)
    await expect(vendor).toHaveValue('Kestrel Courier')
    await email.fill(address)
    await update.click()
    await expect(row(address)).toBeVisible()
    await expect(form).toBeHidden()
    await expect(edit(address)).toBeFocused()
    const mails = async () => (await desk.mails()).filter(({ to }) => to === old).length
    await expect.poll(mails).toBe(1)
  })

  await test.step('someone else has changed it', async () => {
    await edit(address).click()
    await vendor.fill('Dana Whitfield')
    await asSomeoneElse('PUT', { version: mapping.version + 1, ...saved })
    await update.click()
    await expect(form.getByRole('alert')).toContainText('Someone else changed this mapping')
    await expect(form.getByRole('alert')).toContainText('Pier 9 Storage')
    await expect(vendor).toHaveValue('Dana Whitfield')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Load saved values' }).click()
    await expect(vendor).toHaveValue('Pier 9 Storage')
    await vendor.fill('Gull Rock Catering')
    await update.click()
    await expect(row(address)).toContainText('Gull Rock Catering')
    await expect(form).toBeHidden()
  })

  await test.step('someone else has deleted it, and it can be added again', async () => {
    await edit(address).click()
    await account.fill('advert')
    await page.getByRole('option', { name: 'Advertising' }).click()
    await asSomeoneElse('DELETE', {})
    await update.click()
    await expect(form.getByRole('alert')).toContainText('Vendor mapping not found')
    await next.click()
    await expect(row(address)).toContainText('Advertising')
  })
})

test('shows problems beside the fields, creates nothing in QuickBooks, and asks before input is lost', async ({
  page,
  desk,
  complaints,
}) => {
  complaints.allow(/409/)
  const { email: taken } = await addMapping(desk)
  const name = `Nobody ${Date.now()}`
  await openVendors(page, desk, listOf(taken))
  const { add, edit, email, vendor, next, create, cancel, form, problemOf } = parts(page)
  await add.click()
  await next.click()
  await expect(problemOf('Email')).toHaveText('Enter a valid email address.')
  await expect(problemOf('Vendor Name')).toHaveText('This is required.')
  await expect(email).toBeFocused()

  await vendor.fill('Colon: Inc')
  await vendor.blur()
  await expect(problemOf('Vendor Name')).toHaveText(
    "QuickBooks doesn't allow a colon in a vendor name.",
  )
  await email.fill(taken.toUpperCase())
  await vendor.fill('Pier 9 Storage')
  await next.click()
  await expect(problemOf('Email')).toHaveText('This email is already mapped to Kestrel Courier.')
  await expect(vendor).toHaveValue('Pier 9 Storage')

  await email.fill(taken)
  await vendor.fill(name)
  await vendor.blur()
  await fillAddress(page)
  await create.click()
  await expect(problemOf('Email')).toHaveText('This email is already mapped to Kestrel Courier.')
  expect(await vendorsNamed(desk, name)).toEqual([])

  const typed = newEmail()
  await email.fill(typed)
  await vendor.fill('Brightwater Books')
  await vendor.blur()
  await expect(page.getByText('No matching vendor found in QuickBooks')).toBeVisible()
  await create.click()
  await expect(problemOf('Vendor Name')).toContainText('QuickBooks already has a customer named')

  await test.step('asks before unsaved input is discarded', async () => {
    const question = page.getByRole('dialog', { name: 'Discard what you entered?' })
    await page.getByRole('link', { name: 'Privacy' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(email).toHaveValue(typed)
    await edit(taken).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(email).toHaveValue(typed)
    await edit(taken).click()
    await question.getByRole('button', { name: 'Yes, Discard' }).click()
    await expect(email).toHaveValue(taken)
    await cancel.click()
    await expect(form).toBeHidden()
    await page.getByRole('link', { name: 'Privacy' }).click()
    await expect(page).toHaveURL('/privacy')
  })
})
