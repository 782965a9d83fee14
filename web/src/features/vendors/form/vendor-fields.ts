// Values of the vendor form, their validation by the contract, and the request bodies built from them.
import { createQboVendor } from '@invoice-desk/contract/accounting/accounting-vendors'
import type { TaxIdType } from '@invoice-desk/contract/values/tax-id'
import { addVendorMapping, type VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { problemsIn, refusedField } from '../../../shared/ui/form/field-problems.ts'

export type VendorFields = {
  email: string
  vendor: string
  qbBillAccount: string
  address: { line1: string; city: string; state: string; zipCode: string }
  track1099: boolean
  taxId: string
  taxIdType: TaxIdType
}

/** In the order of the form, because the first field with a problem gets focus. */
export const FIELDS = [
  'email',
  'vendor',
  'qbBillAccount',
  'address.line1',
  'address.city',
  'address.state',
  'address.zipCode',
  'track1099',
  'taxIdType',
  'taxId',
] as const
export type FieldPath = (typeof FIELDS)[number]

export const fieldsOf = (mapping: VendorMapping | undefined): VendorFields => ({
  email: mapping?.email ?? '',
  vendor: mapping?.vendor ?? '',
  qbBillAccount: mapping?.qb_bill_account ?? '',
  address: mapping?.address ?? { line1: '', city: '', state: '', zipCode: '' },
  track1099: mapping?.track1099 ?? false,
  taxId: '',
  taxIdType: mapping?.taxIdType ?? 'EIN',
})

/** The first problem of each field. A new vendor has more required fields. */
export const problemsOf = (fields: VendorFields, isNew: boolean) =>
  isNew
    ? problemsIn(createQboVendor.body, newVendorOf(fields), fieldAt)
    : problemsIn(addVendorMapping.body, mappingOf(fields, undefined, false), fieldAt)

/** The tax ID is sent only if payments are tracked. */
export const newVendorOf = ({ vendor: name, track1099, taxId, ...fields }: VendorFields) => ({
  name,
  email: fields.email,
  address: fields.address,
  track1099,
  taxId: track1099 ? taxId : '',
  taxIdType: fields.taxIdType,
})

/** `withDetails` includes the address and tax ID, for a vendor that this form created in QuickBooks. */
export const mappingOf = (
  fields: VendorFields,
  before: VendorMapping | undefined,
  withDetails: boolean,
) => {
  const { email, vendor, qbBillAccount } = fields
  const common = { email, vendor, qbBillAccount }
  if (withDetails) {
    const { name: _name, ...details } = newVendorOf(fields)
    return { ...details, ...common }
  }
  const isUnchanged = before !== undefined && isSameName(before.vendor, vendor)
  return { ...common, track1099: isUnchanged && before.track1099 }
}

/** QuickBooks ignores case in names. */
export const isSameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/** The field that a server error is about; undefined if it's about the whole form. */
export const fieldOf = (error: unknown) => refusedField(error, fieldAt)

const fieldAt = (path: string): FieldPath | undefined =>
  // The endpoint that creates the vendor calls it `name`.
  path === 'name' ? 'vendor' : FIELDS.find((field) => field === path)
