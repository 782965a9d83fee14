// Invitations of vendors, and the details they send, for page tests.
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import type {
  SimilarVendor,
  VendorInvitation,
} from '@invoice-desk/contract/vendors/vendor-invitations'
import { STAFF } from './people.ts'

const DAY_MS = 24 * 60 * 60_000

export const invitationOf = (
  email: string,
  fields: Partial<VendorInvitation> = {},
): VendorInvitation => ({
  id: '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a02',
  email,
  name: 'Fern & Fable',
  state: 'invited',
  version: 1,
  invitedBy: STAFF.email,
  sentAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 7 * DAY_MS).toISOString(),
  ...fields,
})

export const DETAILS: VendorDetails = {
  legalName: 'Fern & Fable Bookbinding LLC',
  businessName: 'Fern & Fable',
  address: { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' },
  classification: 'llc_partnership',
  taxIdType: 'EIN',
  taxIdLast4: '4417',
  signedBy: 'Ana Reyes',
  submittedAt: '2026-11-17T12:00:00.000Z',
}

export const similarOf = (name: string, fields: Partial<SimilarVendor> = {}): SimilarVendor => ({
  id: name,
  name,
  companyName: '',
  email: '',
  address: { line1: '9 Old Road', city: 'Portland', state: 'OR', zipCode: '97201' },
  taxIdLast4: '',
  track1099: false,
  mappedEmails: [],
  similarities: ['name', 'email'],
  ...fields,
})
