import { expect, it } from 'vitest'
import { type EarlierBill, judgeDuplicates } from './duplicates.ts'

const earlier = (fields: Partial<EarlierBill> = {}): EarlierBill => ({
  id: 'b1',
  isSameVendor: true,
  isOwn: true,
  invoiceNumber: 'INV-7',
  invoiceNumberKey: 'INV7',
  amountCents: 12_000,
  status: 'received',
  submittedAt: new Date(),
  ...fields,
})
const candidate = { invoiceNumberKey: 'INV7', amountCents: 12_000 }

it.each(['received', 'sent_for_approval', 'approved'] as const)(
  'treats the same number and amount as a %s bill as a repeat',
  (status) => {
    expect(judgeDuplicates(candidate, [earlier({ status })]).repeated?.id).toBe('b1')
  },
)

it('treats a paid bill with the same number and amount as similar', () => {
  const verdict = judgeDuplicates(candidate, [earlier({ status: 'paid' })])
  expect(verdict.repeated).toBeUndefined()
  expect(verdict.similar).toMatchObject([{ id: 'b1', because: 'same_number' }])
})

it('treats a different amount, or a different number with the same file, as similar', () => {
  const bills = [
    earlier({ amountCents: 1 }),
    earlier({ id: 'b2', invoiceNumber: 'X', invoiceNumberKey: 'X' }),
  ]
  const verdict = judgeDuplicates(candidate, bills)
  expect(verdict.repeated).toBeUndefined()
  expect(verdict.similar).toMatchObject([{ because: 'same_number' }, { because: 'same_file' }])
  expect(verdict.flags).toEqual([
    { billId: 'b1', because: 'same_number' },
    { billId: 'b2', because: 'same_file' },
  ])
})

it('lets a rejected bill be submitted again, and flags it for staff', () => {
  const verdict = judgeDuplicates(candidate, [earlier({ status: 'rejected' })])
  expect(verdict).toMatchObject({ repeated: undefined, similar: [], flags: [{ billId: 'b1' }] })
})

it("flags another vendor's bill with the same file for staff only", () => {
  const verdict = judgeDuplicates(candidate, [earlier({ isSameVendor: false })])
  expect(verdict).toMatchObject({ repeated: undefined, similar: [] })
  expect(verdict.flags).toEqual([{ billId: 'b1', because: 'same_file' }])
})

it('flags a bill that the contractor cannot see for staff only', () => {
  for (const amountCents of [12_000, 1]) {
    const verdict = judgeDuplicates(candidate, [earlier({ isOwn: false, amountCents })])
    expect(verdict).toMatchObject({ repeated: undefined, similar: [] })
    expect(verdict.flags).toEqual([{ billId: 'b1', because: 'same_number' }])
  }
})

it('flags at most twenty earlier bills for staff', () => {
  const bills = Array.from({ length: 21 }, (_, index) => earlier({ id: `b${index + 1}` }))
  const { flags } = judgeDuplicates(candidate, bills)
  expect([flags.length, flags.at(-1)?.billId]).toEqual([20, 'b20'])
})
