// The form of a mapping: what it asks for, what it sends, and where a refusal belongs.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../shared/api-error.ts'
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
  it('begins empty, with an EIN and nothing tracked', () => {
    expect(fieldsOf(undefined)).toMatchObject({ email: '', track1099: false, taxIdType: 'EIN' })
  })

  it('begins with a mapping’s values, and never with a tax id', () => {
    expect(fieldsOf(mapping)).toMatchObject({
      vendor: 'Kestrel Courier',
      qbBillAccount: 'Advertising',
      track1099: true,
      taxIdType: 'SSN',
      taxId: '',
    })
  })

  it('asks for e-mail and vendor name, and of a known vendor for nothing more', () => {
    expect(problemsOf({ ...filled, email: ' ', vendor: ' ' }, false)).toEqual({
      email: 'Please enter a valid email address.',
      vendor: 'This is required.',
    })
    expect(problemsOf(filled, false)).toEqual({})
  })

  it('asks for the whole address of a new vendor', () => {
    expect(problemsOf({ ...filled, address: { ...address, state: ' ' } }, true)).toEqual({
      'address.state': 'This is required.',
    })
    expect(Object.keys(problemsOf(filled, true))).toHaveLength(4)
    expect(problemsOf({ ...filled, address }, true)).toEqual({})
  })

  it('asks for a tax id only while it is tracked', () => {
    const tracked = { ...filled, address, track1099: true }
    expect(problemsOf(tracked, true)).toEqual({ taxId: 'The tax ID is required.' })
    expect(problemsOf({ ...tracked, taxId: '07-1234567' }, true)).toEqual({
      taxId: 'Invalid EIN. Please check the format.',
    })
    expect(problemsOf({ ...tracked, taxId: '12-3456789' }, true)).toEqual({})
    expect(problemsOf({ ...filled, address, taxId: '07' }, true)).toEqual({})
  })
})

describe('what is sent', () => {
  it('has no tax id that is not tracked', () => {
    const fields = { ...filled, address, taxId: '12-3456789' }
    expect(newVendorOf(fields)).toMatchObject({ name: 'Kestrel Courier', taxId: '' })
    expect(newVendorOf({ ...fields, track1099: true }).taxId).toBe('12-3456789')
  })

  it('has the details of a vendor that this form has created', () => {
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

  it('leaves the details of a known vendor alone, and tracks no other one unasked', () => {
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

describe('a refusal', () => {
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
