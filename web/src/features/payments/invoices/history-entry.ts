// How a payment of the past is told: its method, the provider's id in its memo, and what it covered.
import type { PaymentHistoryEntry } from '@invoice-desk/contract/accounting-invoices'
import type { Tone } from '../../../shared/ui/notice.tsx'

/** The method as a word in its colour. */
export const methodLabel = (method: string): { readonly text: string; readonly tone: Tone } => {
  const known = method.trim().toLowerCase()
  if (known === 'stripe') return { text: 'CREDIT CARD', tone: 'info' }
  if (known === 'credit_memo') return { text: 'CREDIT MEMO', tone: 'positive' }
  return { text: known === '' ? 'OTHER' : known.toUpperCase(), tone: 'neutral' }
}

const PROVIDER_ID = /\(ID:\s*([^()\s][^()]*?)\s*\)/

/** The memo's own words, and the provider's id of a memo such as `Stripe payment (ID: pi_1)`. */
export const readMemo = (memo: string): { readonly text: string; readonly id?: string } => {
  const match = PROVIDER_ID.exec(memo)
  if (!match?.[1]) return { text: memo.trim() }
  return { text: memo.replace(match[0], '').trim(), id: match[1] }
}

/** What credit memos add up to, when a payment used any. */
export const creditOf = ({ creditMemos }: Pick<PaymentHistoryEntry, 'creditMemos'>): number =>
  creditMemos.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
