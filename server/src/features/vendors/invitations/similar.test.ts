import { describe, expect, it } from 'vitest'
import { type Candidate, findSimilar } from './similar.ts'

const PLACE = { line1: '120 Main St.', city: 'Portland', state: 'OR', zipCode: '97201' } as const
const sent = {
  email: 'office@alderash.example',
  name: 'Alder & Ash',
  details: {
    legalName: 'Alder and Ash Carpentry LLC',
    businessName: '',
    address: PLACE,
    taxIdLast4: '4417',
  },
  mappedTo: undefined,
}

const vendor = (name: string, more: Partial<Candidate> = {}): Candidate => ({
  id: name,
  name,
  email: undefined,
  track1099: false,
  ...more,
})

const found = (...vendors: Candidate[]) =>
  findSimilar(sent, vendors).map(({ vendor: { name }, similarities }) => [name, ...similarities])

describe('a vendor is similar', () => {
  it.each([
    ['Alder & Ash Carpentry', {}, 'name'],
    ['Alder and Ash Carpentry, Inc.', {}, 'name'],
    ['ALDER + ASH CARPENTRY', {}, 'name'],
    ['AAC', { companyName: 'Alder & Ash Carpentry' }, 'name'],
    ['Someone Else', { email: 'Office@AlderAsh.example' }, 'email'],
    ['Someone Else', { email: 'a@b.example, office@alderash.example' }, 'email'],
    ['Someone Else', { taxIdLast4: '4417' }, 'tax_id'],
    [
      'Someone Else',
      { address: { ...PLACE, line1: '120 main st', zipCode: '97201-1234' } },
      'address',
    ],
  ] as const)('%s %j by its %s', (name, more, similarity) => {
    expect(found(vendor(name, more))).toEqual([[name, similarity]])
  })

  it('by the mapping of its email', () => {
    const others = findSimilar({ ...sent, mappedTo: 'kestrel courier' }, [
      vendor('Kestrel Courier'),
    ])
    expect(others.map(({ similarities }) => similarities)).toEqual([['mapping']])
  })
})

it('has no place if the street is only punctuation', () => {
  const details = { ...sent.details, address: { ...PLACE, line1: '-' } }
  expect(findSimilar({ ...sent, details }, [vendor('Someone Else')])).toEqual([])
})

it.each([
  vendor('Cedar Street Printing'),
  vendor('Company LLC'),
  vendor('', { taxIdLast4: '', address: { line1: '', city: '', state: '', zipCode: '' } }),
  vendor('Ash'),
])('is not similar: %j', (other) => expect(found(other)).toEqual([]))

it('shows the best six first', () => {
  const names = Array.from({ length: 9 }, (_, index) => vendor(`Alder & Ash Carpentry ${index}`))
  const [first, ...others] = found(...names, vendor('Zephyr', { taxIdLast4: '4417' }))
  expect(first).toEqual(['Zephyr', 'tax_id'])
  expect(others).toHaveLength(5)
})
