// Vendor mappings for page tests: a server that keeps them, and parts of the page.

import { listQboBillAccounts } from '@invoice-desk/contract/accounting/accounting-vendors'
import { getCopyStatus } from '@invoice-desk/contract/accounting/copy'
import { listSavedViews } from '@invoice-desk/contract/identity/saved-views'
import { listVendorInvitations } from '@invoice-desk/contract/vendors/vendor-invitations'
import { listVendorMappings, type VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { page } from 'vitest/browser'
import type { Answers } from './answers.ts'

const PATH = listVendorMappings.path
export const LIST = `GET ${PATH}` as const
export const ADD = `POST ${PATH}` as const
export const CHANGE = `PUT ${PATH}` as const
export const DELETE = `DELETE ${PATH}` as const
export const ACCOUNTS = `GET ${listQboBillAccounts.path}` as const
export const INVITATIONS = `GET ${listVendorInvitations.path}` as const
const COPY = `GET ${getCopyStatus.path}` as const
const VIEWS = `GET ${listSavedViews.path}` as const
export const FIND = 'GET /api/qbo/vendor'
export const CREATE = 'POST /api/qbo/vendor'

export const mappingOf = (email: string, fields: Partial<VendorMapping> = {}): VendorMapping => ({
  id: email,
  email,
  vendor: 'Kestrel Courier',
  qb_bill_account: '',
  version: 1,
  track1099: false,
  taxIdLast4: undefined,
  invitationId: undefined,
  missing: [],
  ...fields,
})

const ACCOUNT_NAMES = [
  'Advertising',
  'Cost of Goods Sold:Photography',
  'Meals & Entertainment',
  'Rent or Lease',
]

/** What QuickBooks has. */
const KNOWN = ['Gull Rock Catering', 'Kestrel Courier', 'Pier 9 Storage', 'Dana Whitfield']

/** Answers of a server with these mappings, which changes add to and take from. */
export const serveVendors = (mappings: VendorMapping[], pageSize = 100) => {
  const known = new Set(KNOWN)
  const answers = {
    [LIST]: (_body: unknown, { searchParams }: URL) => {
      const email = searchParams.get('email')
      if (email !== null) return mappings.filter((each) => each.email === email.toLowerCase())
      const number = Number(searchParams.get('page') ?? 1)
      const found = select(mappings, searchParams)
      const vendors = found.slice((number - 1) * pageSize, number * pageSize)
      return { vendors, total: found.length, page: number, pageSize, marks: 'known' }
    },
    [ADD]: (body: unknown) => {
      const added = savedFrom(body, { version: 1 })
      mappings.push(added)
      return added
    },
    [CHANGE]: (body: unknown) => {
      const { id, version = 0 } = body as { id: string; version?: number }
      const changed = savedFrom(body, { id, version: version + 1 })
      const at = mappings.findIndex((each) => each.id === id)
      mappings[at] = changed
      return changed
    },
    [DELETE]: (body: unknown) => {
      const { id } = body as { id: string }
      mappings.splice(
        mappings.findIndex((each) => each.id === id),
        1,
      )
      return { message: 'Deleted' }
    },
    [ACCOUNTS]: ACCOUNT_NAMES.map((name) => ({ id: name, name, fullyQualifiedName: name })),
    [FIND]: (_body: unknown, { searchParams }: URL) => {
      const typed = searchParams.get('name')?.toLowerCase()
      const name = [...known].find((each) => each.toLowerCase() === typed)
      return name ? { exists: true, vendor: { id: name, name } } : { exists: false }
    },
    [CREATE]: (body: unknown) => {
      const { name } = body as { name: string }
      known.add(name)
      return { vendor: { id: name, name } }
    },
    [INVITATIONS]: { invitations: [], total: 0, toReview: 0 },
    [COPY]: { state: 'none', isOld: false },
    [VIEWS]: { views: [] },
  } satisfies Answers
  return answers
}

type Saved = { email: string; vendor: string; qbBillAccount: string; taxId?: string }

const savedFrom = (body: unknown, fields: Partial<VendorMapping>): VendorMapping => {
  const { email, vendor, qbBillAccount, taxId, ...others } = body as Saved
  return mappingOf(email.trim().toLowerCase(), {
    ...others,
    vendor,
    qb_bill_account: qbBillAccount,
    taxIdLast4: taxId ? taxId.slice(-4) : undefined,
    ...fields,
  })
}

const select = (mappings: readonly VendorMapping[], params: URLSearchParams) => {
  const search = params.get('search')?.toLowerCase() ?? ''
  const found = mappings
    .filter(({ email }) => email.includes(search))
    .filter(({ qb_bill_account }) => params.get('hasAccount') !== 'no' || qb_bill_account === '')
    .filter(({ qb_bill_account }) => (params.get('account') ?? qb_bill_account) === qb_bill_account)
    .filter(({ missing }) => params.get('missing') !== 'yes' || missing?.includes('vendor'))
    .toSorted((a, b) => a.vendor.localeCompare(b.vendor))
  return params.get('sort') === '-vendor' ? found.reverse() : found
}

const field = (name: string) => page.getByRole('textbox', { name })
const button = (name: string) => page.getByRole('button', { name })

export const parts = {
  add: button('Add New Vendor'),
  form: page.getByRole('form'),
  email: field('Email'),
  vendor: field('Vendor Name'),
  account: page.getByRole('combobox', { name: 'Bill Account' }),
  street: field('Street Address'),
  track: page.getByRole('checkbox', { name: 'Track payments for 1099' }),
  taxIdType: page.getByRole('combobox', { name: 'Tax ID Type' }),
  taxId: field('Tax ID'),
  next: button('Next'),
  create: button('Create Vendor'),
  update: button('Update'),
  cancel: button('Cancel'),
  row: (text: string) => page.getByRole('row').filter({ hasText: text }),
  edit: (email: string) => button(`Edit ${email}`),
  remove: (email: string) => button(`Delete ${email}`),
  error: page.getByRole('heading', { level: 1, name: /^Error: / }),
  option: (name: string) => page.getByRole('option', { name }),
}

export const fillAddress = async () => {
  await parts.street.fill('7 Quay Street')
  await field('City').fill('Astoria')
  await field('State').fill('OR')
  await field('ZIP Code').fill('97103')
}
