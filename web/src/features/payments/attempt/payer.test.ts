// The payer's details: validation, format and draft.
import { expect, it } from 'vitest'
import {
  isPayerReady,
  NO_PAYER,
  normalizePayer,
  problemsOf,
  readDraft,
  saveDraft,
  splitName,
} from './payer.ts'

const PAYER = {
  companyName: ' Juniper Hall ',
  payerName: 'Pat Payer',
  email: ' Pat@Juniper.Example ',
  consent: true,
}

it('requires company, name and email, and consent for a card', () => {
  expect(problemsOf(NO_PAYER)).toEqual({
    companyName: 'This is required.',
    payerName: 'This is required.',
    email: 'This is required.',
    consent: 'Please authorize this payment to continue.',
  })
  expect(problemsOf(PAYER)).toEqual({})
})

it.each(['pat', 'pat@juniper', 'pat juniper@x.example', 'a@b@c.example'])(
  'rejects %s as an email',
  (email) => {
    expect(problemsOf({ ...PAYER, email }).email).toBe('Enter a valid email address.')
    expect(isPayerReady({ ...PAYER, email })).toBe(false)
  },
)

it('treats blanks as empty', () => {
  expect(isPayerReady({ ...PAYER, companyName: '  ' })).toBe(false)
  expect(isPayerReady({ ...PAYER, consent: false })).toBe(true)
})

it('trims all fields and lowercases the email', () => {
  expect(normalizePayer(PAYER)).toEqual({
    companyName: 'Juniper Hall',
    payerName: 'Pat Payer',
    email: 'pat@juniper.example',
  })
})

it.each([
  ['Pat Payer', 'Pat', 'Payer'],
  ['  Ana  María de la Cruz ', 'Ana', 'María de la Cruz'],
  ['Cher', 'Cher', ' '],
])('splits %j into given name and surname', (name, given_name, surname) => {
  expect(splitName(name)).toEqual({ given_name, surname })
})

it('keeps a draft without the consent, and ignores a broken one', () => {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  }
  expect(readDraft(storage)).toEqual(NO_PAYER)
  saveDraft(PAYER, storage)
  expect(readDraft(storage)).toEqual({ ...PAYER, consent: false })
  for (const name of texts.keys()) texts.set(name, '{"email":7}')
  expect(readDraft(storage)).toEqual(NO_PAYER)
})
