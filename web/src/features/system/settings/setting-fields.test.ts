import { expect, it } from 'vitest'
import {
  fieldAt,
  fieldsOf,
  isOwn,
  problemsOf,
  settingsToSave,
  shortened,
} from './setting-fields.ts'

const DEFAULTS = {
  businessName: 'Acme',
  businessColor: '#0d545e',
  businessAddress: ['400 Harbor Way', 'Portland, OR 97209'],
  contactEmail: 'hello@acme.example',
  businessTimeZone: 'America/New_York',
  approvalNotices: 'each' as const,
  paymentMethods: ['stripe' as const, 'paypal' as const],
  retailerList: 'public' as const,
  filesKeptDays: 'forever' as const,
  messagesKeptDays: 730,
}
const FIELDS = fieldsOf(DEFAULTS)
const NOT_DAYS = expect.stringMatching(/^Enter 365 to 36,500 days/)

it('saves only what the person changed, on top of what is saved', () => {
  const own = { contactEmail: 'desk@acme.example', businessName: 'Acme Two' }
  const typed = {
    ...FIELDS,
    ...own,
    businessName: ' Acme ',
    businessColor: '#AA0000',
    businessAddress: '1 Main St\n\n Salem ',
  }
  const changed = ['businessName', 'businessColor', 'businessAddress'] as const
  expect(settingsToSave({ own, defaults: DEFAULTS }, typed, changed)).toEqual({
    contactEmail: 'desk@acme.example',
    businessColor: '#aa0000',
    businessAddress: ['1 Main St', 'Salem'],
  })
  expect(isOwn('businessName', typed, DEFAULTS)).toBe(false)
})

it.each([
  [{}, {}],
  [{ businessName: ' ' }, { businessName: 'Enter a name.' }],
  [{ businessColor: 'red' }, { businessColor: 'Enter a color such as #0d545e.' }],
  [
    { businessAddress: 'a\nb\nc\nd\ne' },
    { businessAddress: 'An address can have at most 4 lines.' },
  ],
  [
    { businessAddress: `a\n${'b'.repeat(500)}` },
    { businessAddress: expect.stringMatching(/^Line 2 can have at most \d+ characters\.$/) },
  ],
  [{ contactEmail: 'me' }, { contactEmail: 'Enter a valid email address.' }],
  [{ businessTimeZone: '' }, { businessTimeZone: 'Choose a time zone.' }],
  [{ filesKeptDays: '', messagesKeptDays: ' 36,500 ' }, {}],
  [{ filesKeptDays: '364' }, { filesKeptDays: NOT_DAYS }],
  [{ filesKeptDays: '36501' }, { filesKeptDays: NOT_DAYS }],
  [{ filesKeptDays: '365.5' }, { filesKeptDays: NOT_DAYS }],
  [{ messagesKeptDays: 'a year' }, { messagesKeptDays: NOT_DAYS }],
])('finds what is wrong with %j', (change, problems) => {
  expect(problemsOf({ ...FIELDS, ...change })).toEqual(problems)
})

it.each([
  [{ messagesKeptDays: '365' }, { messagesKeptDays: 365 }],
  [{ filesKeptDays: '2,557' }, { filesKeptDays: 2_557 }],
  [{ messagesKeptDays: '731' }, {}],
  [{ messagesKeptDays: '' }, {}],
])('knows that %j erases %j', (change, days) => {
  expect(shortened(FIELDS, { ...FIELDS, ...change })).toEqual(days)
})

it('knows the field that the server refused', () => {
  expect(fieldAt('settings.businessAddress.2')).toBe('businessAddress')
  expect(fieldAt('version')).toBeUndefined()
})
