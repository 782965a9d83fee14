// Sorts what a customer owes by how long it's past due.
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import { HOME_CURRENCY } from '@invoice-desk/contract/values/money'
import type { Credit, ListedInvoice } from '../queries.ts'

export type StatementInvoice = Pick<
  ListedInvoice,
  'id' | 'number' | 'date' | 'dueDate' | 'currency' | 'totalCents' | 'balanceCents'
>

/** What is open, of one invoice or of several with the same dates. */
export type Owed = Pick<StatementInvoice, 'date' | 'dueDate' | 'currency' | 'balanceCents'>

/** Each with the last day past due that counts. */
const BUCKETS = [
  ['Current', 0],
  ['1–30 days', 30],
  ['31–60 days', 60],
  ['61–90 days', 90],
  ['Over 90 days', Number.POSITIVE_INFINITY],
] as const
export const BUCKET_LABELS = BUCKETS.map(([label]) => label)

/** Negative or 0 while it isn't due. An invoice without a due date is due at once. */
export const daysPastDue = (
  { date, dueDate }: Pick<StatementInvoice, 'date' | 'dueDate'>,
  today: string,
): number => Math.round((Date.parse(today) - Date.parse(dueDate || date)) / DAY_MS) || 0

const bucketOf = (invoice: Owed, today: string): number =>
  BUCKETS.findIndex(([, last]) => daysPastDue(invoice, today) <= last)

export const bucketLabelOf = (invoice: StatementInvoice, today: string): string =>
  invoice.balanceCents > 0 ? (BUCKET_LABELS[bucketOf(invoice, today)] ?? '') : 'Paid'

export type Aging = {
  readonly currency: string
  /** In the order of the buckets. */
  readonly cents: readonly number[]
  readonly totalCents: number
}

/** One for each currency in which something is open, our own first. Ours also if nothing is open. */
export const agingOf = (owed: readonly Owed[], today: string): Aging[] => {
  const open = owed.filter(({ balanceCents }) => balanceCents > 0)
  const currencies = [...new Set(open.map(({ currency }) => currency))].sort(byCurrency)
  return (currencies.length > 0 ? currencies : [HOME_CURRENCY]).map((currency) => {
    const cents = BUCKETS.map(() => 0)
    for (const invoice of open) {
      if (invoice.currency !== currency) continue
      const bucket = bucketOf(invoice, today)
      cents[bucket] = (cents[bucket] ?? 0) + invoice.balanceCents
    }
    return { currency, cents, totalCents: cents.reduce((sum, each) => sum + each, 0) }
  })
}

/** What is open minus unapplied credit, in each currency of either. Negative if the credit is more. */
export const totalsDue = (aging: readonly Aging[], unapplied: readonly Credit[]): Credit[] => {
  const due = new Map(aging.map(({ currency, totalCents }) => [currency, totalCents]))
  for (const { currency, cents } of unapplied) due.set(currency, (due.get(currency) ?? 0) - cents)
  return [...due].map(([currency, cents]) => ({ currency, cents }))
}

const byCurrency = (a: string, b: string): number =>
  Number(b === HOME_CURRENCY) - Number(a === HOME_CURRENCY) || a.localeCompare(b)
