// The emulator sends only fields that QuickBooks has, with the right types.
import { expect, it } from 'vitest'
import { openCompany } from './support.ts'

const { write, post, state, select } = await openCompany()

const STORED = 'Id:string SyncToken:string MetaData:object domain:string sparse:boolean'
const NAMED = `${STORED} Title:string GivenName:string MiddleName:string FamilyName:string Suffix:string DisplayName:string CompanyName:string PrintOnCheckName:string Active:boolean PrimaryPhone:object PrimaryEmailAddr:object BillAddr:object Balance:number CurrencyRef:object Notes:string`
const TRANSACTION = `${STORED} DocNumber:string TxnDate:string PrivateNote:string Line:list LinkedTxn:list TotalAmt:number CurrencyRef:object ExchangeRate:number`
const SALE = `${TRANSACTION} CustomerRef:object CustomerMemo:object BillEmail:object Balance:number PrintStatus:string EmailStatus:string BillAddr:object TxnTaxDetail:object`

/** Copied by hand from the public reference of each entity. */
const KNOWN: Readonly<Record<string, string>> = {
  vendors: `${NAMED} Vendor1099:boolean TaxIdentifier:string AcctNum:string`,
  customers: `${NAMED} FullyQualifiedName:string BalanceWithJobs:number Taxable:boolean Job:boolean`,
  accounts: `${STORED} Name:string FullyQualifiedName:string SubAccount:boolean ParentRef:object Active:boolean Classification:string AccountType:string AccountSubType:string AcctNum:string Description:string CurrentBalance:number CurrentBalanceWithSubAccounts:number CurrencyRef:object`,
  bills: `${TRANSACTION} VendorRef:object APAccountRef:object DueDate:string Balance:number`,
  billPayments: `${TRANSACTION} VendorRef:object APAccountRef:object PayType:string CheckPayment:object CreditCardPayment:object`,
  invoices: `${SALE} DueDate:string`,
  payments: `${TRANSACTION} CustomerRef:object UnappliedAmt:number ProcessPayment:boolean PaymentMethodRef:object PaymentRefNum:string DepositToAccountRef:object`,
  creditMemos: `${SALE} RemainingCredit:number`,
  items: `${STORED} Name:string FullyQualifiedName:string Active:boolean Type:string Taxable:boolean UnitPrice:number IncomeAccountRef:object`,
  paymentMethods: `${STORED} Name:string Active:boolean Type:string`,
  attachables: `${STORED} FileName:string Note:string Category:string ContentType:string Size:number FileAccessUri:string TempDownloadUri:string AttachableRef:list`,
}
const LINE =
  'Id:string LineNum:number Description:string Amount:number DetailType:string LinkedTxn:list AccountBasedExpenseLineDetail:object SalesItemLineDetail:object SubTotalLineDetail:object DescriptionLineDetail:object DiscountLineDetail:object GroupLineDetail:object'

const typeOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
const strangers = (record: object, known: string) =>
  Object.entries(record)
    .map(([name, value]) => `${name}:${typeOf(value)}`)
    .filter((field) => !known.split(' ').includes(field))

it('sends only known fields for sample records and new records', async () => {
  await write('/vendor', { DisplayName: 'Full', GivenName: 'F', AcctNum: '1', Notes: 'n' })
  await write('/attachable', {
    Note: 'A note',
    AttachableRef: [{ EntityRef: { type: 'Vendor', value: '1' } }],
  })
  await post('/vendor', { Id: '1', SyncToken: '0', sparse: true, Active: false })
  const books = await state()
  for (const [list, known] of Object.entries(KNOWN)) {
    expect(books[list]?.length, list).toBeGreaterThan(0)
    for (const record of books[list] ?? []) {
      expect(strangers(record, known), `${list} ${record.Id}`).toEqual([])
      for (const line of (record.Line as object[] | undefined) ?? [])
        expect(strangers(line, LINE), `${list} ${record.Id} line`).toEqual([])
    }
  }
})

it('writes references, links, addresses and times as QuickBooks does', async () => {
  const books = await state()
  const text = JSON.stringify(books.invoices)
  const references = [...JSON.stringify(books).matchAll(/"\w+Ref":(\{[^}]*\})/g)].map((match) =>
    JSON.parse(match[1] ?? '{}'),
  )
  expect(references.length).toBeGreaterThan(50)
  for (const ref of references)
    expect(strangers(ref, 'value:string name:string type:string')).toEqual([])
  const [bill] = books.bills?.filter(({ LinkedTxn }) => (LinkedTxn as unknown[]).length > 0) ?? []
  expect(bill?.LinkedTxn).toEqual([{ TxnId: expect.any(String), TxnType: 'BillPaymentCheck' }])
  expect(text).toMatch(/"LastUpdatedTime":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-08:00"/)
  const [method] = await select('PaymentMethod', "WHERE Name = 'Credit Card'")
  expect(method).toMatchObject({ Type: 'CREDIT_CARD', Active: true })
})
