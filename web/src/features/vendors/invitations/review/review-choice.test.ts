// Which vendor is chosen at first, what staff are warned about, and what an update would change.
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import type { Similarity, SimilarVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'
import { describe, expect, it } from 'vitest'
import { compareVendor, defaultChoice, defaultTracking, NEW, warningsOf } from './review-choice.ts'

const address = { line1: '7 Quay Street', city: 'Astoria', state: 'OR', zipCode: '97103' } as const

const vendorOf = (id: string, ...similarities: Similarity[]): SimilarVendor => ({
  id,
  name: `Vendor ${id}`,
  companyName: '',
  email: '',
  address: { line1: '', city: '', state: '', zipCode: '' },
  taxIdLast4: '',
  track1099: false,
  mappedEmails: [],
  similarities,
})

const taken = (id: string, ...similarities: Similarity[]): SimilarVendor => ({
  ...vendorOf(id, ...similarities),
  mappedEmails: ['office@pier.example', 'ana@pier.example'],
})

const details: VendorDetails = {
  legalName: 'Pier Nine LLC',
  businessName: '',
  address,
  classification: 'llc_c',
  taxIdType: 'EIN',
  taxIdLast4: '6789',
  signedBy: 'Ana Reyes',
  submittedAt: '2026-11-17T12:00:00Z',
}

const mapping: VendorMapping = {
  id: '1',
  email: 'a@b.example',
  vendor: 'Vendor 1',
  qb_bill_account: '',
  version: 1,
  track1099: false,
  taxIdLast4: undefined,
}

describe('the first choice', () => {
  it.each([
    ['a new vendor without similar ones', [], NEW],
    ['a new vendor if only the name is similar', [vendorOf('1', 'name')], NEW],
    ['a new vendor at the same address', [vendorOf('1', 'name', 'address')], NEW],
    ['the vendor with the same email', [vendorOf('1', 'name'), vendorOf('2', 'email')], '2'],
    ['a new vendor if only the end of the tax ID is the same', [vendorOf('1', 'tax_id')], NEW],
    ['the vendor with a similar name and tax ID', [vendorOf('1', 'tax_id', 'name')], '1'],
    ['a new vendor at the same address and tax ID', [vendorOf('1', 'tax_id', 'address')], NEW],
    ['the mapped vendor above all', [vendorOf('1', 'email'), vendorOf('2', 'mapping')], '2'],
    ['a new vendor if the same one is mapped to another email', [taken('1', 'email')], NEW],
    ['the next one in that case', [taken('1', 'email'), vendorOf('2', 'email')], '2'],
    ['the mapped vendor even if others use it', [taken('1', 'mapping')], '1'],
  ])('is %s', (_name, similar, expected) => expect(defaultChoice(similar)).toBe(expected))

  it('tracks vendors that are usually reported, or that are tracked already', () => {
    const chosen = vendorOf('1')
    expect(defaultTracking(details, mapping, chosen)).toBe(false)
    expect(defaultTracking({ ...details, classification: 'individual' }, undefined, chosen)).toBe(
      true,
    )
    expect(defaultTracking(details, { ...mapping, track1099: true }, undefined)).toBe(true)
    expect(defaultTracking(details, mapping, { ...chosen, track1099: true })).toBe(true)
  })
})

describe('the warning', () => {
  const similar = [vendorOf('1', 'name', 'mapping'), vendorOf('2', 'tax_id', 'email')]
  const [one, two] = similar
  const email = 'a@b.example'
  const newName = 'Pier Nine'
  const chosenOf = (chosen?: SimilarVendor, now?: VendorMapping, others = similar) =>
    warningsOf({ email, details, similar: others, mapping: now, chosen, newName })

  it('says that another vendor gets the email', () => {
    expect(chosenOf(two, mapping)).toEqual([
      'This email is mapped to Vendor 1. Accepting changes that to Vendor 2.',
    ])
    expect(chosenOf(one, mapping)).toEqual([])
  })

  it('says that the email is new for the vendor, and that another tax ID is replaced', () => {
    expect(chosenOf(vendorOf('3', 'name'))).toEqual([
      expect.stringMatching(/^a@b.example isn't an email we have for Vendor 3\./),
    ])
    expect(chosenOf({ ...vendorOf('3', 'email'), taxIdLast4: '1111' })).toEqual([
      'This replaces the tax ID ending in 1111.',
    ])
    expect(chosenOf({ ...vendorOf('3', 'email'), taxIdLast4: '6789' })).toEqual([])
  })

  it('says that a new vendor may be a duplicate', () => {
    expect(chosenOf()).toEqual([expect.stringMatching(/^Vendor 2 may be/)])
    expect(chosenOf(undefined, undefined, [vendorOf('1', 'name')])).toEqual([])
  })
})

describe('the warning about other emails', () => {
  const warnings = (chosen: SimilarVendor, now?: VendorMapping) =>
    warningsOf({
      email: 'a@b.example',
      details,
      similar: [chosen],
      mapping: now,
      chosen,
      newName: '',
    })
  const shared =
    'Vendor 2 is already mapped to office@pier.example and ana@pier.example. Accepting also lets a@b.example see its bills and submit invoices.'

  it('names them, also if this email was mapped to another vendor', () => {
    expect(warnings(taken('2', 'email'))).toEqual([shared])
    expect(warnings(taken('2', 'email'), mapping)).toEqual([
      expect.stringMatching(/^This email is mapped to Vendor 1/),
      shared,
    ])
  })

  it('is absent if this email already uses the vendor', () => {
    expect(warnings(taken('1', 'mapping'), mapping)).toEqual([])
  })
})

describe('the comparison', () => {
  const sent = { details, email: 'a@b.example', track1099: true }
  const effects = (vendor: Partial<SimilarVendor>) =>
    compareVendor({ ...vendorOf('1'), ...vendor }, sent).map(({ effect }) => effect)

  it('adds what QuickBooks lacks', () => {
    expect(effects({})).toEqual(['added', 'added', 'added', 'added', 'changed'])
  })

  it('ignores case and spaces, keeps another email, and knows only the end of the tax ID', () => {
    expect(
      effects({
        companyName: 'PIER  NINE LLC',
        address,
        taxIdLast4: '6789',
        email: 'billing@pier.example',
        track1099: true,
      }),
    ).toEqual(['same', 'same', 'alike', 'same', 'same'])
  })

  it('marks what differs', () => {
    const [name, place, taxId] = compareVendor(
      {
        ...vendorOf('1'),
        companyName: 'Pier 9',
        address: { ...address, city: '' },
        taxIdLast4: '1',
      },
      sent,
    )
    expect(name).toMatchObject({ now: 'Pier 9', next: 'Pier Nine LLC', effect: 'changed' })
    expect(place).toMatchObject({ now: '7 Quay Street, OR 97103', effect: 'changed' })
    expect(taxId).toMatchObject({ next: 'EIN ending in 6789', effect: 'changed' })
  })
})
