// What staff typed and didn't save is still there after their session ended and they signed in again.
import type { Page } from '@playwright/test'
import { expectAccessibleOnAllScreens } from '../support/accessible.ts'
import { asStaff } from '../support/contractor.ts'
import { STAFF } from '../support/people.ts'
import { choose, leaveForGoogle } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'
import {
  addMapping,
  fillAddress,
  listOf,
  newEmail,
  openVendors,
  parts,
} from '../support/vendors.ts'

/** The server refuses what `use` sends and the renewal. Then the same person signs in again. */
const endSession = async (page: Page, use: () => Promise<void>) => {
  const refusal = { error: 'Your sign-in has expired.', code: 'session_expired' }
  // Not what the page only reads: a poll could end the session before `use` has clicked.
  await page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 401, json: refusal }),
  )
  await use()
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  await page.unroute('**/api/**')
  await leaveForGoogle(page)
  await choose(page, STAFF)
  await expect(page).toHaveURL(/\/vendors/)
}

test.beforeEach(({ complaints }) => complaints.allow(/status of 401/))

test('the vendor form and an open dialog come back with what was typed, but without the tax ID', async ({
  page,
  desk,
}) => {
  const [address, name] = [newEmail(), `Kept Papers ${Date.now()}`]
  const fields = parts(page)
  const dialog = page.getByRole('dialog')
  const kept = page.getByText('We kept what you entered.')
  await openVendors(page, desk, listOf(address))
  await fields.add.click()
  await fields.email.fill(address)
  await fields.vendor.fill(name)
  await fields.vendor.blur()
  await fillAddress(page)
  await fields.track.check()
  await fields.taxId.fill('123456789')
  await page.getByRole('button', { name: 'Invite Vendor' }).click()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`other.${address}`)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Pier 9 Storage')
  expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage })))).not.toMatch(/3456789/)

  await endSession(page, () => dialog.getByRole('button', { name: 'Send link' }).click())
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(`other.${address}`)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Pier 9 Storage')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(kept).toBeVisible()
  await expect(page.getByText('For security, we never keep a tax ID.')).toBeVisible()
  await expect(fields.email).toHaveValue(address)
  await expect(fields.vendor).toHaveValue(name)
  await expect(fields.zip).toHaveValue('97103')
  await expect(fields.track).toBeChecked()
  await expect(fields.taxId).toHaveValue('')
  await expectAccessibleOnAllScreens(page, 'kept input')
  await fields.create.click()
  await expect(fields.problemOf('Tax ID')).toHaveText('The tax ID is required.')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(kept).toBeHidden()
  await expect(fields.email).toBeFocused()
  await expect(fields.email).toHaveValue('')
  await expect(fields.street).toBeHidden()

  await test.step('what was discarded or canceled does not come back', async () => {
    await page.reload()
    await expect(fields.add).toBeVisible()
    await expect(fields.form).toBeHidden()
    await expect(dialog).toBeHidden()
  })
})

test('a form whose record someone else changed or deleted says so before it is saved', async ({
  page,
  desk,
}) => {
  const { id, email: address, vendor, qbBillAccount } = await addMapping(desk)
  const { edit, email, update, form, next, row } = parts(page)
  await openVendors(page, desk, listOf(address))
  await edit(address).click()
  await email.fill(`mine.${address}`)
  const theirs = { id, email: address, vendor, qbBillAccount, track1099: false }
  const [vendorNow, emailNow] = ['Pier 9 Storage', `theirs.${address}`]
  await asStaff(desk, 'PUT', '/api/cup/vendors', { ...theirs, vendor: vendorNow, email: emailNow })
  await endSession(page, () => update.click())
  await expect(page.getByText(`It now maps ${emailNow}`)).toBeVisible()
  await expect(email).toHaveValue(`mine.${address}`)
  await page.getByRole('button', { name: 'Load saved values' }).click()
  await expect(email).toHaveValue(emailNow)
  await expect(form.getByRole('textbox', { name: 'Vendor Name' })).toHaveValue('Pier 9 Storage')

  await email.fill(`mine.${address}`)
  await asStaff(desk, 'DELETE', '/api/cup/vendors', { id })
  await endSession(page, () => update.click())
  await expect(page.getByText('Someone else deleted it.')).toBeVisible()
  await expect(email).toHaveValue(`mine.${address}`)
  await next.click()
  await expect(row(`mine.${address}`)).toContainText('Pier 9 Storage')
})
