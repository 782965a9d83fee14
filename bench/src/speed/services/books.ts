// QuickBooks records that are computed from their ids: for our copy, and for the service, which needs no storage.

export const REALM = '9341453100000001'
export const INVOICE_DATE = '2026-10-01'
export const INVOICE_AMOUNT = 125.5
/** Customers with records in our copy of QuickBooks. */
export const CUSTOMERS = 1_000
const CHANGED = { MetaData: { LastUpdatedTime: '2026-10-20T12:00:00Z' } }
const DUE_DATE = '2026-10-31'
const INVOICES = 20
const OPEN = 10
const CREDIT = 25.5

/** From the customer's number and the invoice's place: 0 to 9 are open, 10 to 19 paid. */
export const invoiceIdOf = (customer: number, place: number): string =>
  String(customer * INVOICES + place)

export const invoiceNumberOf = (invoiceId: string): string => `B-${invoiceId}`

const openInvoices = (customer: number) =>
  Array.from({ length: OPEN }, (_, n) => invoiceOf(invoiceIdOf(customer, n)))

const paidInvoices = (customer: number) =>
  Array.from({ length: INVOICES - OPEN }, (_, n) => invoiceOf(invoiceIdOf(customer, OPEN + n)))

export const invoiceOf = (id: string) => {
  const customer = Math.floor(Number(id) / INVOICES)
  const isOpen = Number(id) % INVOICES < OPEN
  return {
    Id: id,
    ...CHANGED,
    SyncToken: '0',
    domain: 'QBO',
    DocNumber: invoiceNumberOf(id),
    CustomerRef: { value: String(customer), name: `Customer ${customer}` },
    TxnDate: INVOICE_DATE,
    DueDate: DUE_DATE,
    CurrencyRef: { value: 'USD', name: 'United States Dollar' },
    TotalAmt: INVOICE_AMOUNT,
    Balance: isOpen ? INVOICE_AMOUNT : 0,
    LinkedTxn: isOpen
      ? []
      : [
          { TxnId: `${id}1`, TxnType: 'Payment' },
          { TxnId: `${id}2`, TxnType: 'Payment' },
        ],
  }
}

/** A payment of a paid invoice: the first is by card, the second applies a credit. */
const paymentOf = (id: string) => {
  const invoiceId = id.slice(0, -1)
  const isCredit = id.endsWith('2')
  const amount = isCredit ? CREDIT : INVOICE_AMOUNT - CREDIT
  const applied = { Amount: amount, LinkedTxn: [{ TxnId: invoiceId, TxnType: 'Invoice' }] }
  const credit = { Amount: amount, LinkedTxn: [{ TxnId: `${id}0`, TxnType: 'CreditMemo' }] }
  return {
    Id: id,
    ...CHANGED,
    SyncToken: '0',
    domain: 'QBO',
    CustomerRef: invoiceOf(invoiceId).CustomerRef,
    TxnDate: '2026-10-15',
    TotalAmt: isCredit ? 0 : amount,
    UnappliedAmt: 0,
    PrivateNote: isCredit ? '' : `Stripe payment (ID: pi_${id})`,
    ...(isCredit ? {} : { PaymentMethodRef: { value: '1' } }),
    Line: isCredit ? [applied, credit] : [applied],
  }
}

const creditMemoOf = (id: string) => ({
  Id: id,
  ...CHANGED,
  DocNumber: `CM-${id}`,
  TotalAmt: CREDIT,
})

const customerOf = (customer: number) => ({
  Id: String(customer),
  ...CHANGED,
  DisplayName: `Customer ${customer}`,
})

/** Everything about a customer, by our copy's names of the kinds. */
export const recordsOf = (customer: number) => {
  const invoices = [...openInvoices(customer), ...paidInvoices(customer)]
  const payments = invoices.flatMap(({ LinkedTxn }) =>
    LinkedTxn.map(({ TxnId }) => paymentOf(TxnId)),
  )
  const credits = payments.flatMap(({ Line }) => Line.flatMap(({ LinkedTxn }) => LinkedTxn))
  const memoIds = credits.filter(({ TxnType }) => TxnType === 'CreditMemo')
  return {
    customer: [customerOf(customer)],
    invoice: invoices,
    payment: payments,
    creditmemo: memoIds.map(({ TxnId }) => creditMemoOf(TxnId)),
  }
}
