// Shared by the tests of vendor management: parts of the page, and mappings added through the API.
import { expect, type Page } from '@playwright/test'
import { asStaff } from './contractor.ts'
import type { Desk } from './desk.ts'
import { STAFF } from './people.ts'
import { connectQuickBooks } from './quickbooks.ts'
import { signIn } from './sign-in.ts'

let made = 0
/** A unique address. */
export const newEmail = (): string => {
  made += 1
  return `vendor${made}.${process.pid}.${Date.now()}@mapped.example`
}

/** The list, filtered to mappings whose email contains this. */
export const listOf = (email: string): string =>
  `/vendors?${new URLSearchParams({ search: email })}`

/** Connects QuickBooks, signs in and opens the list. */
export const openVendors = async (page: Page, desk: Desk, path = '/vendors') => {
  await connectQuickBooks(desk)
  await signIn(page, STAFF, path)
  await expect(parts(page).add).toBeVisible()
}

/** Adds a mapping through the API. */
export const addMapping = async (desk: Desk, fields: { email?: string; vendor?: string } = {}) => {
  const data = { email: newEmail(), vendor: 'Kestrel Courier', qbBillAccount: '', ...fields }
  await asStaff(desk, 'POST', '/api/cup/vendors', data)
  return data
}

export const parts = (page: Page) => ({
  add: page.getByRole('button', { name: 'Add New Vendor' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  vendor: page.getByRole('textbox', { name: 'Vendor Name' }),
  account: page.getByRole('combobox', { name: 'Bill Account' }),
  street: page.getByRole('textbox', { name: 'Street Address' }),
  city: page.getByRole('textbox', { name: 'City' }),
  state: page.getByRole('textbox', { name: 'State' }),
  zip: page.getByRole('textbox', { name: 'ZIP Code' }),
  track: page.getByRole('checkbox', { name: 'Track payments for 1099' }),
  taxId: page.getByRole('textbox', { name: 'Tax ID', exact: true }),
  create: page.getByRole('button', { name: 'Create Vendor' }),
  update: page.getByRole('button', { name: 'Update' }),
  row: (email: string) => page.getByRole('row').filter({ hasText: email }),
  edit: (email: string) => page.getByRole('button', { name: `Edit ${email}` }),
  remove: (email: string) => page.getByRole('button', { name: `Delete ${email}` }),
  error: page.getByRole('heading', { level: 1, name: /^Error: / }),
})

export const fillAddress = async (page: Page) => {
  const { street, city, state, zip } = parts(page)
  await street.fill('7 Quay Street')
  await city.fill('Astoria')
  await state.fill('OR')
  await zip.fill('97103')
}

type QboVendor = { readonly DisplayName: string } & Readonly<Record<string, unknown>>

/** The vendors with this name in QuickBooks. */
export const vendorsNamed = async (desk: Desk, name: string): Promise<QboVendor[]> => {
  const { quickbooks } = (await desk.state()) as { quickbooks: { vendors: QboVendor[] } }
  return quickbooks.vendors.filter(({ DisplayName }) => DisplayName === name)
}
