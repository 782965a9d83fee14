// Contractors whose bills can be recorded in QuickBooks, for the approval journeys.
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { asStaff } from './contractor.ts'
import type { Desk } from './desk.ts'
import { ADMIN } from './people.ts'

const VENDOR = 'Kestrel Courier Co.'
const ACCOUNT = 'Office Expenses'

type Vendor = { id: string; email: string; version: number }

/** A contractor with a bill account. QuickBooks must be connected. */
export const addBookedContractor = async (desk: Desk) => {
  const accounts = await asStaff<{ fullyQualifiedName: string }[]>(
    desk,
    'GET',
    '/api/qbo/list-bill-accounts',
  )
  const vendors = await asStaff<{ name: string }[]>(desk, 'GET', '/api/qbo/list-vendors')
  const person = await addContractor(desk, vendors[0]?.name ?? VENDOR)
  const mappings = await asStaff<Vendor[]>(desk, 'GET', '/api/cup/vendors')
  const mapping = mappings.find(({ email }) => email === person.email)
  const qbBillAccount = accounts[0]?.fullyQualifiedName ?? ACCOUNT
  const change = { id: mapping?.id, version: mapping?.version, ...person, qbBillAccount }
  // Not by those who approve: anyone who changes a mapping can't approve its next invoice alone.
  await asStaff(desk, 'PUT', '/api/cup/vendors', change, ADMIN.email)
  return person
}
