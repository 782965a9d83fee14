// Which fields each record has: their types and limits on writing, and which of them a query may filter by.
import type { EntityName } from './entities.ts'

export type Field = {
  readonly kind:
    | 'text'
    | 'amount'
    | 'number'
    | 'flag'
    | 'date'
    | 'time'
    | 'id'
    | 'ref'
    | 'email'
    | 'object'
    | 'list'
    | 'ignored'
  readonly max?: number
  readonly values?: readonly string[]
  readonly fields?: Fields
  /** Accepted on writing and then computed anew, as QuickBooks does. */
  readonly readOnly?: true
  readonly filter?: true
}
export type Fields = { readonly [name: string]: Field }

/** Only the table's own entries: a caller may well send `constructor`. */
export const findField = (fields: Fields, name: string): Field | undefined =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

const text = (max: number): Field => ({ kind: 'text', max })
const oneOf = (...values: string[]): Field => ({ kind: 'text', max: 100, values })
const amount: Field = { kind: 'amount' }
const number: Field = { kind: 'number' }
const flag: Field = { kind: 'flag' }
const date: Field = { kind: 'date' }
const ref: Field = { kind: 'ref' }
const email: Field = { kind: 'email', fields: { Id: text(30), Address: text(100) } }
const ignored: Field = { kind: 'ignored' }
const object = (fields: Fields): Field => ({ kind: 'object', fields })
const list = (fields: Fields): Field => ({ kind: 'list', fields })
const filter = (field: Field): Field => ({ ...field, filter: true })
const computed = (field: Field): Field => ({ ...field, readOnly: true })

const address = object({
  Id: text(30),
  Line1: text(500),
  Line2: text(500),
  Line3: text(500),
  Line4: text(500),
  Line5: text(500),
  City: text(255),
  Country: text(255),
  CountrySubDivisionCode: text(255),
  PostalCode: text(30),
  Lat: ignored,
  Long: ignored,
})
const phone = object({ FreeFormNumber: text(30) })

const time: Field = { kind: 'time', filter: true }
const stored: Fields = {
  Id: computed(filter({ kind: 'id' })),
  SyncToken: computed(text(20)),
  MetaData: computed(object({ CreateTime: time, LastUpdatedTime: time })),
  domain: computed(ignored),
  sparse: computed(ignored),
  CustomField: ignored,
  V4IDPseudonym: ignored,
}

const named: Fields = {
  ...stored,
  Title: text(16),
  GivenName: filter(text(100)),
  MiddleName: filter(text(100)),
  FamilyName: filter(text(100)),
  Suffix: text(16),
  DisplayName: filter(text(500)),
  CompanyName: filter(text(100)),
  PrintOnCheckName: filter(text(110)),
  Active: filter(flag),
  PrimaryPhone: phone,
  AlternatePhone: phone,
  Mobile: phone,
  Fax: phone,
  PrimaryEmailAddr: filter(email),
  WebAddr: object({ URI: text(1000) }),
  BillAddr: address,
  Notes: text(4000),
  Balance: computed(filter(amount)),
  CurrencyRef: ref,
}

const line = list({
  Id: text(30),
  LineNum: number,
  Description: text(4000),
  Amount: amount,
  DetailType: oneOf(
    'AccountBasedExpenseLineDetail',
    'SalesItemLineDetail',
    'SubTotalLineDetail',
    'DescriptionOnly',
  ),
  LinkedTxn: list({ TxnId: text(30), TxnType: text(30), TxnLineId: text(30) }),
  AccountBasedExpenseLineDetail: object({
    AccountRef: ref,
    CustomerRef: ref,
    ClassRef: ref,
    BillableStatus: oneOf('Billable', 'NotBillable', 'HasBeenBilled'),
    TaxCodeRef: ref,
  }),
  SalesItemLineDetail: object({
    ItemRef: ref,
    ItemAccountRef: ref,
    ClassRef: ref,
    Qty: number,
    UnitPrice: number,
    TaxCodeRef: ref,
    ServiceDate: date,
  }),
  SubTotalLineDetail: ignored,
  LineEx: ignored,
})

const transaction: Fields = {
  ...stored,
  DocNumber: filter(text(21)),
  TxnDate: filter(date),
  PrivateNote: text(4000),
  Line: line,
  LinkedTxn: computed(ignored),
  CurrencyRef: ref,
  ExchangeRate: number,
  DepartmentRef: ref,
  TxnTaxDetail: ignored,
  TxnSource: ignored,
}
const total = computed(filter(amount))

const sale: Fields = {
  ...transaction,
  CustomerRef: filter(ref),
  CustomerMemo: object({ value: text(1000) }),
  BillAddr: address,
  ShipAddr: address,
  BillEmail: email,
  ClassRef: ref,
  PrintStatus: oneOf('NotSet', 'NeedToPrint', 'PrintComplete'),
  EmailStatus: oneOf('NotSet', 'NeedToSend', 'EmailSent'),
  ApplyTaxAfterDiscount: flag,
  TotalAmt: total,
  Balance: computed(filter(amount)),
}

export const FIELDS: Readonly<Record<EntityName, Fields>> = {
  Vendor: {
    ...named,
    AcctNum: text(100),
    Vendor1099: flag,
    TaxIdentifier: text(20),
    TermRef: ref,
    BillRate: number,
  },
  Customer: {
    ...named,
    FullyQualifiedName: computed(filter(text(500))),
    ShipAddr: address,
    Taxable: flag,
    Job: computed(flag),
    BillWithParent: flag,
    ParentRef: ref,
    BalanceWithJobs: computed(amount),
    PreferredDeliveryMethod: oneOf('Print', 'Email', 'None'),
  },
  Account: {
    ...stored,
    Name: filter(text(100)),
    FullyQualifiedName: computed(filter(text(500))),
    SubAccount: filter(flag),
    ParentRef: filter(ref),
    Description: filter(text(100)),
    Active: filter(flag),
    Classification: computed(filter(text(30))),
    AccountType: filter(text(50)),
    AccountSubType: filter(text(80)),
    AcctNum: text(20),
    CurrentBalance: computed(filter(amount)),
    CurrentBalanceWithSubAccounts: computed(filter(amount)),
    CurrencyRef: ref,
  },
  Item: {
    ...stored,
    Name: filter(text(100)),
    FullyQualifiedName: computed(filter(text(500))),
    Active: filter(flag),
    Type: filter(text(30)),
    Taxable: flag,
    UnitPrice: filter(number),
    IncomeAccountRef: ref,
  },
  PaymentMethod: {
    ...stored,
    Name: filter(text(31)),
    Active: filter(flag),
    Type: filter(text(30)),
  },
  Bill: {
    ...transaction,
    VendorRef: filter(ref),
    VendorAddr: address,
    APAccountRef: filter(ref),
    SalesTermRef: filter(ref),
    DueDate: filter(date),
    TotalAmt: total,
    Balance: computed(filter(amount)),
  },
  BillPayment: {
    ...transaction,
    VendorRef: filter(ref),
    APAccountRef: ref,
    PayType: oneOf('Check', 'CreditCard'),
    CheckPayment: object({ BankAccountRef: ref, PrintStatus: text(30) }),
    CreditCardPayment: object({ CCAccountRef: ref }),
    TotalAmt: filter(amount),
  },
  Invoice: { ...sale, DueDate: filter(date), ShipDate: date, SalesTermRef: filter(ref) },
  Payment: {
    ...transaction,
    CustomerRef: filter(ref),
    ARAccountRef: ref,
    DepositToAccountRef: filter(ref),
    PaymentMethodRef: filter(ref),
    PaymentRefNum: filter(text(21)),
    ProcessPayment: flag,
    TotalAmt: filter(amount),
    UnappliedAmt: computed(filter(amount)),
  },
  CreditMemo: { ...sale, RemainingCredit: computed(amount) },
  Attachable: {
    ...stored,
    FileName: filter(text(1000)),
    Note: filter(text(2000)),
    Category: filter(text(100)),
    ContentType: filter(text(100)),
    Size: filter(number),
    FileAccessUri: computed(ignored),
    TempDownloadUri: computed(ignored),
    AttachableRef: list({ EntityRef: filter(ref), IncludeOnSend: flag, LineInfo: text(30) }),
  },
}
