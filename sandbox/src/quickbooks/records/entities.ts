// QuickBooks' records in their own field names, as stored and sent.

export type Ref = { value: string; name?: string; type?: string }
export type LinkedTxn = { TxnId: string; TxnType: string; TxnLineId?: string }
export type Address = {
  Id?: string
  Line1?: string
  Line2?: string
  City?: string
  Country?: string
  CountrySubDivisionCode?: string
  PostalCode?: string
}

export type Line = {
  Id?: string
  LineNum?: number
  Description?: string
  Amount?: number
  DetailType?: string
  LinkedTxn?: LinkedTxn[]
  AccountBasedExpenseLineDetail?: { AccountRef?: Ref; BillableStatus?: string; TaxCodeRef?: Ref }
  SalesItemLineDetail?: { ItemRef?: Ref; Qty?: number; UnitPrice?: number; TaxCodeRef?: Ref }
  SubTotalLineDetail?: Record<string, never>
}

export type Stored = {
  Id: string
  SyncToken: string
  MetaData: { CreateTime: string; LastUpdatedTime: string }
  domain: 'QBO'
  sparse: false
}

type Named = Stored & {
  DisplayName: string
  Title?: string
  GivenName?: string
  MiddleName?: string
  FamilyName?: string
  Suffix?: string
  CompanyName?: string
  PrintOnCheckName?: string
  Active: boolean
  PrimaryEmailAddr?: { Address: string }
  PrimaryPhone?: { FreeFormNumber: string }
  BillAddr?: Address
  Balance: number
  CurrencyRef: Ref
}

export type Vendor = Named & { Vendor1099: boolean; TaxIdentifier?: string; AcctNum?: string }
export type Customer = Named & {
  FullyQualifiedName: string
  BalanceWithJobs: number
  Taxable: boolean
  Job: boolean
  Notes?: string
}

export type Account = Stored & {
  Name: string
  FullyQualifiedName: string
  SubAccount: boolean
  ParentRef?: Ref
  Active: boolean
  Classification: string
  AccountType: string
  AccountSubType: string
  AcctNum?: string
  Description?: string
  CurrentBalance: number
  CurrentBalanceWithSubAccounts: number
  CurrencyRef: Ref
}

export type Item = Stored & {
  Name: string
  FullyQualifiedName: string
  Active: boolean
  Type: string
  Taxable: boolean
  UnitPrice: number
  IncomeAccountRef: Ref
}
export type PaymentMethod = Stored & { Name: string; Active: boolean; Type: string }

type Transaction = Stored & {
  DocNumber?: string
  TxnDate: string
  PrivateNote?: string
  Line: Line[]
  LinkedTxn?: LinkedTxn[]
  TotalAmt: number
  CurrencyRef: Ref
  /** Home currency per unit of the transaction's currency. */
  ExchangeRate?: number
}

export type Bill = Transaction & {
  VendorRef: Ref
  APAccountRef: Ref
  DueDate: string
  Balance: number
}

type Sale = Transaction & {
  CustomerRef: Ref
  CustomerMemo?: { value: string }
  BillEmail?: { Address: string }
  Balance: number
}
export type Invoice = Sale & { DueDate: string; PrintStatus: string; EmailStatus: string }
export type CreditMemo = Sale & { RemainingCredit: number }

export type Payment = Transaction & {
  CustomerRef: Ref
  UnappliedAmt: number
  ProcessPayment: boolean
  PaymentMethodRef?: Ref
  PaymentRefNum?: string
  DepositToAccountRef: Ref
}

export type BillPayment = Transaction & {
  VendorRef: Ref
  APAccountRef: Ref
  PayType: 'Check' | 'CreditCard'
  CheckPayment?: { BankAccountRef: Ref; PrintStatus?: string }
  CreditCardPayment?: { CCAccountRef: Ref }
}

export type Attachable = Stored & {
  FileName?: string
  Note?: string
  Category?: string
  ContentType?: string
  Size?: number
  FileAccessUri?: string
  TempDownloadUri?: string
  AttachableRef?: { EntityRef?: Ref; IncludeOnSend?: boolean }[]
}

export type EntityOf = {
  Vendor: Vendor
  Customer: Customer
  Account: Account
  Item: Item
  PaymentMethod: PaymentMethod
  Bill: Bill
  BillPayment: BillPayment
  Invoice: Invoice
  Payment: Payment
  CreditMemo: CreditMemo
  Attachable: Attachable
}
export type EntityName = keyof EntityOf

export const ENTITY_NAMES = [
  'Vendor',
  'Customer',
  'Account',
  'Item',
  'PaymentMethod',
  'Bill',
  'BillPayment',
  'Invoice',
  'Payment',
  'CreditMemo',
  'Attachable',
] as const satisfies readonly EntityName[]

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
