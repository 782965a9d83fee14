// Who pays: what the form asks for, and how it is sent.
import { expect, it } from 'vitest'
import { createPayerDraft } from './payer-draft.ts'
import {
  cardProblemsOf,
  isPayerReady,
  NO_PAYER,
  problemsOf,
  splitName,
  tidyPayer,
} from './payer-fields.ts'

const PAYER = {
  companyName: ' Juniper Hall ',
  payerName: 'Pat Payer',
  email: ' Pat@Juniper.Example ',
  consent: true,
}

it('asks for company, name and e-mail, and the card for consent', () => {
  expect(problemsOf(NO_PAYER)).toEqual({
    companyName: 'This is required.',
    payerName: 'This is required.',
    email: 'This is required.',
  })
  expect(cardProblemsOf({ ...PAYER, consent: false })).toEqual({
    consent: 'Please authorize this payment to continue.',
  })
  expect(cardProblemsOf(PAYER)).toEqual({})
})

it.each(['pat', 'pat@juniper', 'pat juniper@x.example', 'a@b@c.example'])(
  'does not take %s for an e-mail',
  (email) => {
    expect(problemsOf({ ...PAYER, email }).email).toBe('Please enter a valid email address.')
    expect(isPayerReady({ ...PAYER, email })).toBe(false)
  },
)

it('takes blanks for nothing', () => {
  expect(isPayerReady({ ...PAYER, companyName: '  ' })).toBe(false)
  expect(isPayerReady({ ...PAYER, consent: false })).toBe(true)
})

it('sends texts without the spaces around them, and the e-mail in lower case', () => {
  expect(tidyPayer(PAYER)).toEqual({
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

it('outlasts a reload, but for the consent, and whatever stands in the storage', () => {
  const shelf = new Map<string, string>()
  const draft = () =>
    createPayerDraft({
      getItem: (name) => shelf.get(name) ?? null,
      setItem: (name, text) => void shelf.set(name, text),
      removeItem: (name) => void shelf.delete(name),
    })
  expect(draft().read()).toEqual(NO_PAYER)
  draft().keep(PAYER)
  expect(draft().read()).toEqual({ ...PAYER, consent: false })
  for (const name of shelf.keys()) shelf.set(name, '{"email":7}')
  expect(draft().read()).toEqual(NO_PAYER)
})
