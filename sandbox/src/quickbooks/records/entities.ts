// QuickBooks' records in their own field names, as stored and sent. The field tables give their types.
import type { Ref, ValuesOf } from './field-kinds.ts'
import { FIELDS } from './fields.ts'

export type { Ref }
export type EntityName = keyof typeof FIELDS

export type Stored = {
  Id: string
  SyncToken: string
  MetaData: { CreateTime: string; LastUpdatedTime: string }
  domain: 'QBO'
  sparse: false
}

type NameFields = 'DisplayName' | 'Active' | 'Balance' | 'CurrencyRef'
type TransactionFields = 'TxnDate' | 'Line' | 'TotalAmt' | 'CurrencyRef'
type SaleFields = TransactionFields | 'CustomerRef' | 'Balance'

/** `Required` are the fields that every stored record has. */
type Entity<Name extends EntityName, Required extends keyof (typeof FIELDS)[Name]> = Stored &
  Omit<ValuesOf<(typeof FIELDS)[Name]>, keyof Stored | Required> & {
    -readonly [Field in Required]-?: NonNullable<ValuesOf<(typeof FIELDS)[Name]>[Field]>
  }

export type EntityOf = {
  Vendor: Entity<'Vendor', NameFields | 'Vendor1099'>
  Customer: Entity<
    'Customer',
    NameFields | 'FullyQualifiedName' | 'BalanceWithJobs' | 'Taxable' | 'Job'
  >
  Account: Entity<
    'Account',
    | 'Name'
    | 'FullyQualifiedName'
    | 'SubAccount'
    | 'Active'
    | 'Classification'
    | 'AccountType'
    | 'AccountSubType'
    | 'CurrentBalance'
    | 'CurrentBalanceWithSubAccounts'
    | 'CurrencyRef'
  >
  Item: Entity<'Item', 'Name' | 'FullyQualifiedName' | 'Active' | 'Type' | 'Taxable' | 'UnitPrice'>
  PaymentMethod: Entity<'PaymentMethod', 'Name' | 'Active' | 'Type'>
  Bill: Entity<'Bill', TransactionFields | 'VendorRef' | 'APAccountRef' | 'DueDate' | 'Balance'>
  BillPayment: Entity<'BillPayment', TransactionFields | 'VendorRef' | 'APAccountRef' | 'PayType'>
  Invoice: Entity<'Invoice', SaleFields | 'DueDate' | 'PrintStatus' | 'EmailStatus'>
  Payment: Entity<
    'Payment',
    TransactionFields | 'CustomerRef' | 'UnappliedAmt' | 'ProcessPayment' | 'DepositToAccountRef'
  >
  CreditMemo: Entity<'CreditMemo', SaleFields | 'RemainingCredit'>
  Attachable: Entity<'Attachable', never>
}

export type Line = EntityOf['Bill']['Line'][number]
export type LinkedTxn = NonNullable<Line['LinkedTxn']>[number]

export const ENTITY_NAMES = Object.keys(FIELDS) as EntityName[]

/** Queries hide inactive entries of these unless they filter by `Active`. */
export const NAME_LISTS: ReadonlySet<EntityName> = new Set([
  'Vendor',
  'Customer',
  'Account',
  'Item',
  'PaymentMethod',
])

export const findEntityName = (text: string): EntityName | undefined =>
  ENTITY_NAMES.find((name) => name === text)

/** Paths use lower case, such as `/billpayment/12`. */
export const findEntityByPath = (segment: string): EntityName | undefined =>
  ENTITY_NAMES.find((name) => name.toLowerCase() === segment)
