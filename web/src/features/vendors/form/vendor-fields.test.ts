// Validation of the vendor form, its requests, and errors from the server.
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api/api-error.ts'
import { fieldOf, fieldsOf, mappingOf, newVendorOf, problemsOf } from './vendor-fields.ts'

const mapping: VendorMapping = {
  id: '1',
  email: 'a@b.example',
  vendor: 'Kestrel Courier',
  qb_bill_account: 'Advertising',
  version: 3,
  track1099: true,
  taxIdType: 'SSN',
  taxIdLast4: '6789',
}
const filled = { ...fieldsOf(undefined), email: 'a@b.example', vendor: 'Kestrel Courier' }
const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' }

describe('the form', () => {
  it('starts empty, with an EIN and without 1099 tracking', () => {
    expect(fieldsOf(undefined)).toMatchObject({ email: '', track1099: false, taxIdType: 'EIN' })
  })

  it('starts with the mapping’s values, but never with a tax ID', () => {
    expect(fieldsOf(mapping)).toMatchObject({
      vendor: 'Kestrel Courier',
      qbBillAccount: 'Advertising',
      track1099: true,
      taxIdType: 'SSN',
      taxId: '',
    })
  })

  it('requires an email and a vendor name, and nothing else for a known vendor', () => {
    expect(problemsOf({ ...filled, email: ' ', vendor: ' ' }, false)).toEqual({
      email: 'Enter a valid email address.',
      vendor: 'This is required.',
    })
    expect(problemsOf(filled, false)).toEqual({})
  })

  it('requires the full address of a new vendor', () => {
    expect(problemsOf({ ...filled, address: { ...address, state: ' ' } }, true)).toEqual({
      'address.state': 'This is required.',
    })
    expect(Object.keys(problemsOf(filled, true))).toHaveLength(4)
    expect(problemsOf({ ...filled, address }, true)).toEqual({})
  })

  it('requires a tax ID only with 1099 tracking', () => {
    const tracked = { ...filled, address, track1099: true }
    expect(problemsOf(tracked, true)).toEqual({ taxId: 'The tax ID is required.' })
    expect(problemsOf({ ...tracked, taxId: '07-1234567' }, true)).toEqual({
      taxId: 'Invalid EIN. Please check the format.',
    })
    expect(problemsOf({ ...tracked, taxId: '12-3456789' }, true)).toEqual({})
    expect(problemsOf({ ...filled, address, taxId: '07' }, true)).toEqual({})
  })
})

describe('the request', () => {
  it('has no tax ID without 1099 tracking', () => {
    const fields = { ...filled, address, taxId: '12-3456789' }
    expect(newVendorOf(fields)).toMatchObject({ name: 'Kestrel Courier', taxId: '' })
    expect(newVendorOf({ ...fields, track1099: true }).taxId).toBe('12-3456789')
  })

  it('has the details of a vendor that this form created', () => {
    const fields = { ...filled, address, track1099: true, taxId: '12-3456789' }
    expect(mappingOf(fields, undefined, true)).toEqual({
      email: 'a@b.example',
      vendor: 'Kestrel Courier',
      qbBillAccount: '',
      address,
      track1099: true,
      taxId: '12-3456789',
      taxIdType: 'EIN',
    })
  })

  it('keeps the details of a known vendor, and turns tracking off for another one', () => {
    const fields = fieldsOf(mapping)
    const common = { email: 'a@b.example', qbBillAccount: 'Advertising' }
    expect(mappingOf({ ...fields, vendor: 'KESTREL courier' }, mapping, false)).toEqual({
      ...common,
      vendor: 'KESTREL courier',
      track1099: true,
    })
    expect(mappingOf({ ...fields, vendor: 'Pier 9' }, mapping, false)).toEqual({
      ...common,
      vendor: 'Pier 9',
      track1099: false,
    })
  })
})

describe('a server error', () => {
  it.each([
    ['email', 'email'],
    ['name', 'vendor'],
    ['address.city', 'address.city'],
    ['taxId', 'taxId'],
    ['id', undefined],
    [undefined, undefined],
  ])('about %s belongs to %s', (field, expected) => {
    expect(fieldOf(new ApiError('No', { code: 'invalid_input', field }))).toBe(expected)
  })
})
