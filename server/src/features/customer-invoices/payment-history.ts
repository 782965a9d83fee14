// Builds an invoice's payment history from QuickBooks payments.
import type { PaymentHistoryEntry } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import {
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
} from '@invoice-desk/contract/payments/payment-methods'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { memoIdOf, memoOf } from '../../providers/quickbooks/payments.ts'
import type { Payment } from './queries.ts'

/** The part of a payment that was applied to this invoice. */
export const appliedCents = (payment: Payment, invoiceId: string): number =>
  payment.invoices.find(({ id }) => id === invoiceId)?.amountCents ?? 0

export const historyEntryOf = (
  payment: Payment,
  invoiceId: string,
  names: { methods: ReadonlyMap<string, string>; creditMemos: ReadonlyMap<string, string> },
): PaymentHistoryEntry => ({
  id: payment.id,
  date: payment.date,
  amount: decimalFromCents(appliedCents(payment, invoiceId)),
  method: methodOf(payment, names.methods.get(payment.methodId ?? '')),
  memo: publicMemoOf(payment),
  creditMemos: payment.creditMemos.map(({ id, amountCents }) => ({
    id,
    number: names.creditMemos.get(id) ?? '',
    amount: decimalFromCents(amountCents),
  })),
  isMultiInvoicePayment: payment.invoices.length > 1,
  totalAmount: decimalFromCents(payment.totalCents),
  currency: payment.currency,
})

/** The memo is the business's private note. Visitors see only the part that names a provider's payment, not what staff added. */
const publicMemoOf = ({ memo }: Payment): string => {
  const id = memoIdOf(memo)
  if (id === undefined) return ''
  const shown = PAYMENT_METHOD_IDS.map((each) => memoOf(PAYMENT_METHODS[each].provider, id))
  return shown.find((text) => memo.includes(text)) ?? `(ID: ${id})`
}

/** No money moved: a credit was used. */
export const isCredit = ({ totalCents, creditMemos }: Payment): boolean =>
  totalCents === 0 && creditMemos.length > 0

/** The method, if the payment itself shows it, without QuickBooks' list of methods. */
const knownMethodOf = (payment: Payment) => {
  if (isCredit(payment)) return 'credit_memo'
  const { memo } = payment
  return PAYMENT_METHOD_IDS.find((id) => {
    const method = PAYMENT_METHODS[id]
    return 'chargeId' in method
      ? method.chargeId.test(memoIdOf(memo) ?? '')
      : new RegExp(`^${method.provider}\\b`, 'i').test(memo)
  })
}

const methodOf = (payment: Payment, name = 'Payment'): string =>
  knownMethodOf(payment) ?? PAYMENT_METHOD_IDS.find((id) => id === name.toLowerCase()) ?? name

/** Whether we need QuickBooks' list of methods to know how it was paid. */
export const needsMethodName = (payment: Payment): boolean =>
  payment.methodId !== undefined && knownMethodOf(payment) === undefined
