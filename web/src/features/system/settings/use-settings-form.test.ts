import { expect, it } from 'vitest'
import { fieldsOf } from './setting-fields.ts'
import {
  changedByBoth,
  namesIn,
  parseDraft,
  unsavedIn,
  valuesOf,
  withChange,
} from './use-settings-form.ts'

const SEEN = fieldsOf({
  businessName: 'Acme',
  businessColor: '#0d545e',
  businessAddress: [],
  contactEmail: 'hello@acme.example',
  businessTimeZone: 'America/New_York',
  approvalNotices: 'each',
  paymentMethods: ['stripe', 'paypal'],
  retailerList: 'public',
  filesKeptDays: 'forever',
  messagesKeptDays: 'forever',
})
const draft = withChange({}, SEEN, { name: 'businessName', to: 'Birch' })

it('has only the fields that differ from what is saved', () => {
  expect(draft).toEqual({ businessName: { from: 'Acme', to: 'Birch' } })
  expect(withChange(draft, SEEN, { name: 'businessName', to: 'Acme' })).toEqual({})
  const off = withChange(draft, SEEN, { name: 'paymentMethods', to: [] })
  expect(namesIn(off)).toEqual(['businessName', 'paymentMethods'])
  expect(valuesOf(off, SEEN)).toEqual({ ...SEEN, businessName: 'Birch', paymentMethods: [] })
})

it('keeps the change of someone else in every field that the person did not touch', () => {
  const now = { ...SEEN, contactEmail: 'desk@acme.example' }
  expect(valuesOf(draft, now)).toEqual({ ...now, businessName: 'Birch' })
  expect(changedByBoth(draft, now)).toEqual([])
})

it('knows what both changed, also after more typing and a reload', () => {
  const now = { ...SEEN, businessName: 'Cedar' }
  const more = withChange(draft, now, { name: 'businessName', to: 'Acme' })
  const kept = parseDraft(JSON.stringify(more), now)
  expect(changedByBoth(kept, now)).toEqual(['businessName'])
  expect(valuesOf(kept, now).businessName).toBe('Acme')
  expect(unsavedIn(draft, { ...SEEN, businessName: 'Birch' })).toEqual({})
})

it.each(['', 'null', '{"businessName":"x"}', '{"businessName":{"from":"a","to":["b"]}}'])(
  'ignores a kept text that does not fit: %s',
  (text) => {
    expect(parseDraft(text, SEEN)).toEqual({})
  },
)
