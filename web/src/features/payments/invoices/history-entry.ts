// How a past payment is shown: its method, the provider's id in its memo, and its credit memos.
import type { PaymentHistoryEntry } from '@invoice-desk/contract/accounting-invoices'
import { isPaymentMethod, PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { Tone } from '../../../shared/ui/notice.tsx'
import { centsOf } from './invoices.ts'

export const methodLabel = (method: string): { readonly text: string; readonly tone: Tone } => {
  const name = method.trim().toLowerCase()
  if (isPaymentMethod(name) && PAYMENT_METHODS[name].kind === 'card') {
    return { text: 'CREDIT CARD', tone: 'info' }
  }
  if (name === 'credit_memo') return { text: 'CREDIT MEMO', tone: 'positive' }
  return { text: name === '' ? 'OTHER' : name.toUpperCase(), tone: 'neutral' }
}

const PROVIDER_ID = /\(ID:\s*([^()\s][^()]*?)\s*\)/

/** Splits a memo such as `Stripe payment (ID: pi_1)` into its text and the provider's id. */
export const readMemo = (memo: string): { readonly text: string; readonly id?: string } => {
  const match = PROVIDER_ID.exec(memo)
  if (!match?.[1]) return { text: memo.trim() }
  return { text: memo.replace(match[0], '').trim(), id: match[1] }
}

export const creditCentsOf = ({ creditMemos }: Pick<PaymentHistoryEntry, 'creditMemos'>): number =>
  creditMemos.reduce((sum, { amount }) => sum + centsOf(amount), 0)
