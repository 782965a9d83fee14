// QuickBooks records that are computed from their ids, so that the service needs no storage.

export const REALM = '9341453100000001'
export const INVOICE_DATE = '2026-10-01'
export const INVOICE_AMOUNT = 125.5
const DUE_DATE = '2026-10-31'
const INVOICES = 20
const OPEN = 10
const CREDIT = 25.5

/** From the customer's number and the invoice's place: 0 to 9 are open, 10 to 19 paid. */
export const invoiceIdOf = (customer: number, place: number): string =>
  String(customer * INVOICES + place)

export const invoiceNumberOf = (invoiceId: string): string => `B-${invoiceId}`

export const openInvoices = (customer: number) =>
  Array.from({ length: OPEN }, (_, n) => invoiceOf(invoiceIdOf(customer, n)))

export const paidInvoices = (customer: number) =>
  Array.from({ length: INVOICES - OPEN }, (_, n) => invoiceOf(invoiceIdOf(customer, OPEN + n)))

export const invoiceOf = (id: string) => {
  const customer = Math.floor(Number(id) / INVOICES)
  const isOpen = Number(id) % INVOICES < OPEN
  return {
    Id: id,
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
export const paymentOf = (id: string) => {
  const invoiceId = id.slice(0, -1)
  const isCredit = id.endsWith('2')
  const amount = isCredit ? CREDIT : INVOICE_AMOUNT - CREDIT
  const applied = { Amount: amount, LinkedTxn: [{ TxnId: invoiceId, TxnType: 'Invoice' }] }
  const credit = { Amount: amount, LinkedTxn: [{ TxnId: `${id}0`, TxnType: 'CreditMemo' }] }
  return {
    Id: id,
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

export const creditMemoOf = (id: string) => ({ Id: id, DocNumber: `CM-${id}`, TotalAmt: CREDIT })

export const PAYMENT_METHODS = ['Visa', 'Check', 'Cash'].map((Name, n) => ({
  Id: `${n + 1}`,
  Name,
}))
