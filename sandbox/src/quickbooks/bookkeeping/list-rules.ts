// Rules for accounts, items, payment methods and attachments.
import { businessRule, duplicateName, QuickBooksFault, requiredMissing } from '../api/fault.ts'
import { accountKey } from '../records/book-index.ts'
import type { EntityOf } from '../records/entities.ts'
import { USD } from './currency.ts'
import { defined, getReferenced, type Rule, refTo, type Writing } from './rules.ts'

const CLASSIFICATION: Readonly<Record<string, string>> = {
  Bank: 'Asset',
  'Accounts Receivable': 'Asset',
  'Other Current Asset': 'Asset',
  'Fixed Asset': 'Asset',
  'Other Asset': 'Asset',
  'Accounts Payable': 'Liability',
  'Credit Card': 'Liability',
  'Other Current Liability': 'Liability',
  'Long Term Liability': 'Liability',
  Equity: 'Equity',
  Income: 'Revenue',
  'Other Income': 'Revenue',
  Expense: 'Expense',
  'Other Expense': 'Expense',
  'Cost of Goods Sold': 'Expense',
}

export const accountRule: Rule<'Account'> = (writing) => {
  const { merged, before, books, Id } = writing
  const Name = merged.Name?.trim()
  if (!Name) throw requiredMissing('Name')
  if (/[:"]/.test(Name))
    throw new QuickBooksFault('2040', 'Invalid String', `Invalid characters in ${Name}`, 'Name')
  const { AccountType = '' } = merged
  const Classification = Object.hasOwn(CLASSIFICATION, AccountType)
    ? CLASSIFICATION[AccountType]
    : undefined
  if (!Classification)
    throw new QuickBooksFault(
      '6010',
      'Invalid Account.AccountType && Account.SubType',
      'Either an Account.AccountType or an Account.AccountSubType must be specified',
      'AccountType',
    )
  const parent = parentOf(writing)
  const FullyQualifiedName = parent ? `${parent.FullyQualifiedName}:${Name}` : Name
  if (books.findHolder(accountKey(FullyQualifiedName), { name: 'Account', Id }))
    throw duplicateName('account')
  return {
    fields: defined({
      ...merged,
      Name,
      FullyQualifiedName,
      SubAccount: parent !== undefined,
      ParentRef: parent && refTo(parent.Id, parent.FullyQualifiedName),
      Active: merged.Active ?? true,
      Classification,
      AccountType,
      AccountSubType: merged.AccountSubType ?? AccountType.replaceAll(' ', ''),
      CurrentBalance: before?.CurrentBalance ?? 0,
      CurrentBalanceWithSubAccounts: before?.CurrentBalanceWithSubAccounts ?? 0,
      CurrencyRef: USD,
    }),
  }
}

const parentOf = ({ merged, books }: Writing<'Account'>): EntityOf['Account'] | undefined => {
  if (!merged.ParentRef) return undefined
  const parent = getReferenced(books, 'Account', merged.ParentRef, 'ParentRef')
  if (parent.AccountType !== merged.AccountType)
    throw businessRule('A subaccount must be of the same type as its parent account.')
  return parent
}

export const itemRule: Rule<'Item'> = ({ merged, books }) => {
  if (!merged.Name) throw requiredMissing('Name')
  const { Name, Type = 'Service', IncomeAccountRef } = merged
  const fields = {
    Name,
    FullyQualifiedName: Name,
    Active: merged.Active ?? true,
    Type,
    Taxable: false,
    UnitPrice: merged.UnitPrice ?? 0,
  }
  // The items of a bundle have accounts, not the bundle.
  if (Type === 'Group') return { fields }
  const income = getReferenced(books, 'Account', IncomeAccountRef, 'IncomeAccountRef')
  return { fields: { ...fields, IncomeAccountRef: refTo(income.Id, income.FullyQualifiedName) } }
}

export const paymentMethodRule: Rule<'PaymentMethod'> = ({ merged }) => {
  if (!merged.Name) throw requiredMissing('Name')
  return {
    fields: {
      Name: merged.Name,
      Active: merged.Active ?? true,
      Type: merged.Type ?? 'NON_CREDIT_CARD',
    },
  }
}

/** The record that a file is attached to must exist. */
export const attachableRule: Rule<'Attachable'> = ({ merged, books }) => {
  if (!merged.FileName && !merged.Note) throw requiredMissing('FileName, Note')
  for (const { EntityRef } of merged.AttachableRef ?? []) {
    if (!EntityRef?.type) throw requiredMissing('AttachableRef.EntityRef.type')
    checkAttachedTo(books, EntityRef.type, EntityRef.value)
  }
  return { fields: defined({ ...merged }) }
}

const checkAttachedTo = (books: Writing<'Attachable'>['books'], type: string, id: string): void => {
  const name = ATTACHED_TO.find((known) => known === type)
  if (!name)
    throw new QuickBooksFault(
      '6050',
      'The entity reference type is unsupported for Attachable',
      `The entity reference type ${type} is unsupported for Attachable`,
      'AttachableRef',
    )
  if (!books.find(name, id))
    throw new QuickBooksFault(
      '610',
      'Object Not Found',
      `Object Not Found : ${type} ${id}`,
      'AttachableRef',
    )
}

const ATTACHED_TO = [
  'Vendor',
  'Customer',
  'Bill',
  'BillPayment',
  'Invoice',
  'Payment',
  'CreditMemo',
] as const
