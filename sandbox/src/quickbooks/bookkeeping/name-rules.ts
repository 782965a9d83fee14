// Rules for vendors and customers: unique names, masked tax ids and inactive entries.
import { businessRule, duplicateName, QuickBooksFault } from '../api/fault.ts'
import { nameKey } from '../records/book-index.ts'
import { currencyOfParty } from './currency.ts'
import { defined, type Rule, type Writing } from './rules.ts'

type Party = 'Vendor' | 'Customer'

const DELETED = ' (deleted)'

const displayNameOf = <K extends Party>(name: K, writing: Writing<K>): string => {
  const { merged, before, books, Id } = writing
  const { Title, GivenName, MiddleName, FamilyName, Suffix } = merged
  const parts = [Title, GivenName, MiddleName, FamilyName, Suffix].filter(Boolean)
  const sent = merged.DisplayName?.trim() || parts.join(' ').trim()
  if (!sent)
    throw new QuickBooksFault(
      '6080',
      'No name provided',
      'Title, GivenName, MiddleName, FamilyName, DisplayName, Suffix - one of these must be non-empty',
      'DisplayName',
    )
  if (/[:\t\n]/.test(sent))
    throw new QuickBooksFault(
      '2040',
      'Invalid String',
      `Element contains invalid characters. Supplied value:${sent}`,
      'DisplayName',
    )
  const displayName = markedName(sent, merged.Active !== false, before?.Active !== false)
  const holder = books.findHolder(nameKey(displayName), { name, Id })
  if (holder) throw duplicateName(holder.name.toLowerCase())
  return displayName
}

/** QuickBooks renames an inactive entry to free its name, and restores the name when it's active again. */
const markedName = (name: string, active: boolean, wasActive: boolean): string => {
  if (!active && wasActive) return `${name}${DELETED}`
  return active && name.endsWith(DELETED) ? name.slice(0, -DELETED.length) : name
}

const commonFields = <K extends Party>(name: K, writing: Writing<K>) => {
  const { merged, before, books } = writing
  const DisplayName = displayNameOf(name, writing)
  return {
    ...merged,
    DisplayName,
    PrintOnCheckName: merged.PrintOnCheckName ?? merged.CompanyName ?? DisplayName.slice(0, 110),
    Active: merged.Active ?? true,
    Balance: before?.Balance ?? 0,
    CurrencyRef: currencyOfParty(books.company, merged, before),
  }
}

/** QuickBooks never returns more than the last four digits, so only they are stored. */
const maskedTaxId = (sent: string | undefined, before: string | undefined): string | undefined => {
  if (sent === undefined || sent === '') return undefined
  if (sent === before) return before
  if (/x/i.test(sent)) throw businessRule('The tax identifier supplied is not valid.')
  return `XXXXX${sent.replace(/\D/g, '').slice(-4)}`
}

export const vendorRule: Rule<'Vendor'> = (writing) => ({
  fields: defined({
    ...commonFields('Vendor', writing),
    Vendor1099: writing.merged.Vendor1099 ?? false,
    TaxIdentifier: maskedTaxId(writing.merged.TaxIdentifier, writing.before?.TaxIdentifier),
  }),
})

export const customerRule: Rule<'Customer'> = (writing) => {
  const common = commonFields('Customer', writing)
  return {
    fields: {
      ...common,
      FullyQualifiedName: common.DisplayName,
      BalanceWithJobs: common.Balance,
      Taxable: writing.merged.Taxable ?? false,
      Job: false,
    },
  }
}
