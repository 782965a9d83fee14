// How a past payment is shown: its method, and the provider's id in its memo.
import { isPaymentMethod, PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { Tone } from '../../../shared/ui/notice.tsx'

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
