// The fields of each record: types, limits, and whether queries can filter by them.
import {
  amount,
  computed,
  date,
  email,
  type Fields,
  filter,
  flag,
  ignored,
  list,
  number,
  object,
  oneOf,
  ref,
  text,
} from './field-kinds.ts'

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

const time = { kind: 'time', filter: true } as const
const stored = {
  Id: computed(filter({ kind: 'id' } as const)),
  SyncToken: computed(text(20)),
  MetaData: computed(object({ CreateTime: time, LastUpdatedTime: time })),
  domain: computed(ignored),
  sparse: computed(ignored),
  CustomField: ignored,
}

const named = {
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
  V4IDPseudonym: ignored,
}

const linkedTxn = list({ TxnId: text(30), TxnType: text(30), TxnLineId: text(30) })

const saleDetail = object({
  ItemRef: ref,
  ItemAccountRef: ref,
  ClassRef: ref,
  Qty: number,
  UnitPrice: number,
  TaxCodeRef: ref,
  ServiceDate: date,
})
const anyLine = {
  Id: text(30),
  LineNum: number,
  Description: text(4000),
  Amount: amount,
  SalesItemLineDetail: saleDetail,
}

const line = list({
  ...anyLine,
  DetailType: oneOf(
    'AccountBasedExpenseLineDetail',
    'SalesItemLineDetail',
    'SubTotalLineDetail',
    'DescriptionOnly',
    'DiscountLineDetail',
    'GroupLineDetail',
  ),
  LinkedTxn: linkedTxn,
  AccountBasedExpenseLineDetail: object({
    AccountRef: ref,
    CustomerRef: ref,
    ClassRef: ref,
    BillableStatus: oneOf('Billable', 'NotBillable', 'HasBeenBilled'),
    TaxCodeRef: ref,
  }),
  DescriptionLineDetail: object({ ServiceDate: date, TaxCodeRef: ref }),
  DiscountLineDetail: object({
    PercentBased: flag,
    DiscountPercent: number,
    DiscountAccountRef: ref,
    ClassRef: ref,
    TaxCodeRef: ref,
  }),
  GroupLineDetail: object({
    GroupItemRef: ref,
    Quantity: number,
    Line: list({ ...anyLine, DetailType: oneOf('SalesItemLineDetail') }),
  }),
  SubTotalLineDetail: ignored,
  LineEx: ignored,
})

const tax = object({
  TxnTaxCodeRef: ref,
  TotalTax: amount,
  TaxLine: list({
    Amount: amount,
    DetailType: oneOf('TaxLineDetail'),
    TaxLineDetail: object({
      TaxRateRef: ref,
      PercentBased: flag,
      TaxPercent: number,
      NetAmountTaxable: amount,
    }),
  }),
})

const transaction = {
  ...stored,
  DocNumber: filter(text(21)),
  TxnDate: filter(date),
  PrivateNote: text(4000),
  Line: line,
  LinkedTxn: computed(linkedTxn),
  CurrencyRef: ref,
  ExchangeRate: number,
  DepartmentRef: ref,
  TxnTaxDetail: ignored,
  TxnSource: ignored,
}
const total = computed(filter(amount))

const sale = {
  ...transaction,
  TxnTaxDetail: tax,
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

export const FIELDS = {
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
  Invoice: {
    ...sale,
    DueDate: filter(date),
    ShipDate: date,
    SalesTermRef: filter(ref),
    /** Paid when the invoice was written. */
    Deposit: amount,
  },
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
} as const satisfies Readonly<Record<string, Fields>>
