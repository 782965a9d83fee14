// Currencies: customers and vendors keep the one they were created with, and their transactions use it.
import { businessRule, invalidReference } from '../api/fault.ts'
import type { Company } from '../records/books.ts'
import type { Ref } from '../records/entities.ts'

export const USD = { value: 'USD', name: 'United States Dollar' } as const satisfies Ref

const CURRENCIES: readonly Ref[] = [
  USD,
  { value: 'EUR', name: 'Euro' },
  { value: 'GBP', name: 'British Pound Sterling' },
  { value: 'CAD', name: 'Canadian Dollar' },
  { value: 'JPY', name: 'Japanese Yen' },
]

type HasCurrency = { readonly CurrencyRef: Ref }
type MayHaveCurrency = { readonly CurrencyRef?: Ref }

export const currencyOfParty = (
  company: Company,
  sent: MayHaveCurrency,
  before: HasCurrency | undefined,
): Ref => {
  const code = sent.CurrencyRef?.value ?? before?.CurrencyRef.value ?? USD.value
  if (code !== USD.value && !company.multiCurrency)
    throw businessRule('Multi Currency should be enabled to perform this operation')
  if (before && code !== before.CurrencyRef.value)
    throw businessRule('The currency of a customer or vendor cannot be changed.')
  const currency = CURRENCIES.find(({ value }) => value === code)
  if (!currency) throw invalidReference('CurrencyRef', 'CurrencyRef')
  return currency
}

/** By default the currency of the customer or vendor. */
export const currencyOfTransaction = (
  company: Company,
  sent: MayHaveCurrency,
  party: HasCurrency,
): Ref => {
  const code = sent.CurrencyRef?.value ?? party.CurrencyRef.value
  if (code === party.CurrencyRef.value) return party.CurrencyRef
  throw businessRule(
    company.multiCurrency
      ? 'You can only use one foreign currency per transaction.'
      : 'Multi Currency should be enabled to perform this operation',
  )
}
