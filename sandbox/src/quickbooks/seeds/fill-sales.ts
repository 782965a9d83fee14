// Generates customers, invoices and payments by the hundred thousand, as an old company has them: changed over weeks,
// unknown to the app. They skip the API's rules, which would take minutes.
import { USD } from '../bookkeeping/currency.ts'
import { refTo } from '../bookkeeping/rules.ts'
import type { Books } from '../records/books.ts'
import type { EntityOf, Ref, Stored } from '../records/entities.ts'
import { addDays, dayFromToday, storedTime } from '../records/time.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The last changes are between 21 days and one day ago. */
const SPREAD = { startDaysAgo: 21, days: 20 }
/** As after an import: of every 10,000 records, the last 1,500 changed within the same second. */
const CROWD = { every: 10_000, size: 1_500 }

const changeTimes = (count: number) => {
  const startMs = Date.now() - SPREAD.startDaysAgo * DAY_MS
  return (index: number): string => {
    const crowdStart = index - (index % CROWD.every) + CROWD.every - CROWD.size
    const place = Math.min(index, crowdStart)
    return storedTime(new Date(startMs + (place * SPREAD.days * DAY_MS) / count))
  }
}

const storedOf = (Id: number, time: string, changes = 0): Stored => ({
  domain: 'QBO',
  sparse: false,
  Id: String(Id),
  SyncToken: String(changes),
  MetaData: { CreateTime: time, LastUpdatedTime: time },
})

/** Adds customers such as `Filler Customer 00001`. */
export const fillCustomers = (books: Books, count: number): void =>
  books.addQuietly('Customer', newCustomers(Number(books.nextId('Customer')), count))

function* newCustomers(firstId: number, count: number): Generator<EntityOf['Customer']> {
  const timeAt = changeTimes(count)
  for (let index = 0; index < count; index += 1) {
    const Id = firstId + index
    const number = String(Id).padStart(5, '0')
    const DisplayName = `Filler Customer ${number}`
    yield {
      DisplayName,
      FullyQualifiedName: DisplayName,
      CompanyName: DisplayName,
      PrintOnCheckName: DisplayName,
      PrimaryEmailAddr: { Address: `customer-${number}@filler.example` },
      Active: true,
      Taxable: false,
      Job: false,
      Balance: 0,
      BalanceWithJobs: 0,
      CurrencyRef: USD,
      ...storedOf(Id, timeAt(index)),
    }
  }
}

type Buyer = Pick<EntityOf['Invoice'], 'CustomerRef' | 'BillAddr'>

type Plan = {
  readonly books: Books
  readonly invoices: number
  readonly payments: number
  readonly customers: readonly Buyer[]
  readonly firstInvoiceId: number
  readonly firstPaymentId: number
}

/** Adds invoices spread over all customers in dollars, and payments spread over these invoices. */
export const fillSales = (
  books: Books,
  { invoices, payments }: { readonly invoices: number; readonly payments: number },
): void => {
  const firstInvoiceId = Number(books.nextId('Invoice'))
  const customers = books
    .list('Customer')
    .filter(({ Active, CurrencyRef }) => Active && CurrencyRef.value === USD.value)
    .map(({ Id, DisplayName, BillAddr }) => ({
      CustomerRef: refTo(Id, DisplayName),
      ...(BillAddr && { BillAddr }),
    }))
  const firstPaymentId = firstInvoiceId + invoices
  const plan = { books, invoices, payments, customers, firstInvoiceId, firstPaymentId }
  books.addQuietly('Invoice', newInvoices(plan))
  books.addQuietly('Payment', newPayments(plan))
}

/** What each payment of an invoice pays, in whole dollars so that the parts add up. */
const partOf = (invoiceIndex: number): number => 10 + (invoiceIndex % 90)
const customerOf = ({ customers }: Plan, invoiceIndex: number): Buyer =>
  customers[invoiceIndex % customers.length] ?? { CustomerRef: { value: '' } }

function* newInvoices(plan: Plan): Generator<EntityOf['Invoice']> {
  const { books, invoices, payments, firstInvoiceId, firstPaymentId } = plan
  const timeAt = changeTimes(invoices)
  const dateAt = pastDays()
  const [item] = books.list('Item')
  const ItemRef = refTo(item?.Id ?? '', item?.Name ?? '')
  for (let index = 0; index < invoices; index += 1) {
    const LinkedTxn = []
    for (let payment = index; payment < payments; payment += invoices)
      LinkedTxn.push({ TxnId: String(firstPaymentId + payment), TxnType: 'Payment' })
    // A third of the invoices are paid in full.
    const openParts = LinkedTxn.length === 0 ? 1 : index % 3
    const TotalAmt = partOf(index) * (LinkedTxn.length + openParts)
    const Id = firstInvoiceId + index
    const TxnDate = dateAt(index)
    yield {
      DocNumber: `SALE-${String(Id).padStart(6, '0')}`,
      ...customerOf(plan, index),
      TxnTaxDetail: { TotalTax: 0 },
      Line: saleLines(TotalAmt, ItemRef),
      LinkedTxn,
      TxnDate,
      DueDate: addDays(TxnDate, 30),
      CurrencyRef: USD,
      TotalAmt,
      Balance: partOf(index) * openParts,
      PrintStatus: 'NotSet',
      EmailStatus: 'NotSet',
      ...storedOf(Id, timeAt(index), LinkedTxn.length),
    }
  }
}

const saleLines = (Amount: number, ItemRef: Ref): EntityOf['Invoice']['Line'] => [
  {
    Id: '1',
    LineNum: 1,
    DetailType: 'SalesItemLineDetail',
    Amount,
    SalesItemLineDetail: { TaxCodeRef: { value: 'NON' }, ItemRef, Qty: 1, UnitPrice: Amount },
  },
  { Amount, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} },
]

function* newPayments(plan: Plan): Generator<EntityOf['Payment']> {
  const { books, invoices, payments, firstInvoiceId, firstPaymentId } = plan
  const timeAt = changeTimes(payments)
  const dateAt = pastDays()
  const waiting = books.list('Account').find((one) => one.AccountSubType === 'UndepositedFunds')
  const DepositToAccountRef = { value: waiting?.Id ?? '' }
  const methods = books.list('PaymentMethod').map(({ Id }) => ({ value: Id }))
  for (let index = 0; index < payments; index += 1) {
    const invoiceIndex = index % invoices
    const TotalAmt = partOf(invoiceIndex)
    const TxnId = String(firstInvoiceId + invoiceIndex)
    yield {
      CustomerRef: customerOf(plan, invoiceIndex).CustomerRef,
      TotalAmt,
      UnappliedAmt: 0,
      Line: [{ Amount: TotalAmt, LinkedTxn: [{ TxnId, TxnType: 'Invoice' }] }],
      ProcessPayment: false,
      DepositToAccountRef,
      PaymentMethodRef: methods[index % methods.length] ?? { value: '' },
      PaymentRefNum: String(index + 1),
      TxnDate: dateAt(index),
      CurrencyRef: USD,
      ...storedOf(firstPaymentId + index, timeAt(index)),
    }
  }
}

/** One of the last 365 days. */
const pastDays = () => {
  const days = Array.from({ length: 365 }, (_, index) => dayFromToday(-index))
  return (index: number): string => days[index % days.length] ?? ''
}
