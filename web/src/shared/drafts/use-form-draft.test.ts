// What is kept of a form, and what is restored.
import { expect, it } from 'vitest'
import { fromDraft, toDraft } from './use-form-draft.ts'

const INITIAL = {
  email: '',
  address: { line1: '', city: '' },
  track1099: false,
  taxId: '',
  people: [] as string[],
  steps: [{ people: [] as string[], needed: '1' }],
}
const TYPED = {
  email: 'ada@fern.example',
  address: { line1: '7 Quay Street', city: 'Astoria' },
  track1099: true,
  taxId: '12-3456789',
  people: ['Ada'],
  steps: [
    { people: ['Ada'], needed: 'all' },
    { people: [], needed: '1' },
  ],
}
const OPTIONS = { version: 3, secrets: ['taxId'] }

it('restores what was typed, but never stores a secret', () => {
  const draft = toDraft(TYPED, OPTIONS)
  expect(draft).not.toMatch(/taxId|3456789/)
  const { taxId: _secret, ...values } = TYPED
  expect(fromDraft(draft, INITIAL, OPTIONS)).toEqual({ values, version: 3, isChanged: false })
})

it('knows when the record has changed since', () => {
  const draft = toDraft(TYPED, OPTIONS)
  expect(fromDraft(draft, INITIAL, { ...OPTIONS, version: 4 })).toMatchObject({
    isChanged: true,
    version: 3,
  })
  expect(fromDraft(toDraft({ a: '' }, {}), { a: '' }, {})?.isChanged).toBe(false)
})

it('ignores a draft that does not fit the form', () => {
  const { taxId: _secret, ...values } = TYPED
  const { email: _email, ...older } = values
  const misfits = [
    older,
    { ...values, taxId: '12-3456789' },
    { ...values, newer: '' },
    { ...values, email: 1 },
    { ...values, address: null },
    { ...values, address: { line1: '', city: false } },
    { ...values, people: [{}] },
    { ...values, steps: [{ people: 'Ada', needed: '1' }] },
    'text',
    null,
  ]
  for (const misfit of misfits)
    expect(fromDraft(JSON.stringify({ version: 3, values: misfit }), INITIAL, OPTIONS)).toBe(
      undefined,
    )
  for (const text of ['', '{', 'null', '7'])
    expect(fromDraft(text, INITIAL, OPTIONS)).toBe(undefined)
})

it('keeps nothing that is too long', () => {
  expect(toDraft({ a: 'x'.repeat(60_000) }, {})).toBe('')
})
