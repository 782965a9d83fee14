// Reads and creates customer payments: money received or credit used, and the invoices it was applied to.
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { z } from 'zod'
import type { Client } from './client.ts'
import { is, parseAnswer, quote, selectAll, selectByIds } from './query.ts'
import {
  cents,
  currency,
  linkedIds,
  linkedTxns,
  recordOf,
  refId,
  textOrEmpty,
  versioned,
} from './wire.ts'

type Applied = { readonly id: string; readonly amountCents: number }

export type NewPayment = {
  /** The company whose customer paid. */
  readonly realmId: string
  readonly customerId: string
  readonly date: string
  readonly totalCents: number
  /** The rest stays with the customer as credit. */
  readonly invoices: readonly Applied[]
  readonly memo: string
  /** Shown as the reference number; truncated to what QuickBooks can hold. */
  readonly reference: string
}

export const memoOf = (provider: string, providerId: string): string =>
  `${provider} payment (ID: ${providerId})`

/** The payment provider's id in a memo such as `Stripe payment (ID: pi_1)`. */
export const memoIdOf = (memo: string): string | undefined =>
  /\(ID: ([^()\s]{1,100})\)/.exec(memo)?.[1]

const REFERENCE_LENGTH_MAX = 21
const FOUND_BY_MEMO_MAX = 5_000
const LISTED_SINCE_MAX = 20_000

const lines = z.array(z.object({ Amount: cents, LinkedTxn: linkedTxns })).default([])

export const paymentRecord = recordOf({
  ...versioned,
  customerId: ['CustomerRef', refId],
  date: ['TxnDate', textOrEmpty],
  currency: ['CurrencyRef', currency],
  totalCents: ['TotalAmt', cents],
  unappliedCents: ['UnappliedAmt', cents.default(0)],
  memo: ['PrivateNote', textOrEmpty],
  /** QuickBooks' id of the payment method, such as `Check`. */
  methodId: ['PaymentMethodRef', refId.optional()],
  invoices: ['Line', lines.transform((applied) => appliedTo(applied, 'Invoice'))],
  creditMemos: ['Line', lines.transform((applied) => appliedTo(applied, 'CreditMemo'))],
})
export type CustomerPayment = z.infer<typeof paymentRecord>
const selection = { entity: 'Payment', record: paymentRecord } as const
const created = z.object({ Payment: paymentRecord })

export const paymentMethodRecord = recordOf({ ...versioned, name: ['Name', z.string()] })
export const creditMemoRecord = recordOf({ ...versioned, number: ['DocNumber', textOrEmpty] })

export const createPayments = (client: Client) => ({
  listByIds: (ids: readonly string[]): Promise<CustomerPayment[]> =>
    selectByIds(client, selection, ids),

  create: async (payment: NewPayment, requestId: string): Promise<CustomerPayment> => {
    const answer = await client.write(
      '/payment',
      {
        CustomerRef: { value: payment.customerId },
        TxnDate: payment.date,
        TotalAmt: decimalFromCents(payment.totalCents),
        PaymentRefNum: payment.reference.slice(-REFERENCE_LENGTH_MAX),
        PrivateNote: payment.memo,
        Line: payment.invoices.map(({ id, amountCents }) => ({
          Amount: decimalFromCents(amountCents),
          LinkedTxn: [{ TxnId: id, TxnType: 'Invoice' }],
        })),
      },
      requestId,
      { realmId: payment.realmId },
    )
    return parseAnswer(created, answer, 'outcome_unknown').Payment
  },

  /** The customer's payment with this provider id in its memo. QuickBooks can't filter by memo, so we read them all. */
  findByMemoId: async (
    customerId: string,
    providerId: string,
    since: string,
  ): Promise<CustomerPayment | undefined> => {
    const where = [is('CustomerRef', customerId), `TxnDate >= ${quote(since)}`]
    const all = await selectAll(client, { ...selection, where, max: FOUND_BY_MEMO_MAX })
    // Staff may have entered one payment with several ids.
    return all.find(({ memo }) => memo.includes(`(ID: ${providerId})`))
  },

  /** Everything dated since then, newest first. */
  listSince: (since: string): Promise<CustomerPayment[]> => {
    const where = [`TxnDate >= ${quote(since)}`]
    const options = { where, orderBy: 'TxnDate DESC', max: LISTED_SINCE_MAX }
    return selectAll(client, { ...selection, ...options })
  },

  listMethods: () => selectAll(client, { entity: 'PaymentMethod', record: paymentMethodRecord }),

  listCreditMemos: (ids: readonly string[]) =>
    selectByIds(client, { entity: 'CreditMemo', record: creditMemoRecord }, ids),
})

/** Adds up several lines for one document. */
const appliedTo = (applied: z.infer<typeof lines>, type: string): Applied[] => {
  const amounts = new Map<string, number>()
  for (const { Amount, LinkedTxn } of applied) {
    for (const each of linkedIds(LinkedTxn, type)) {
      amounts.set(each, (amounts.get(each) ?? 0) + Amount)
    }
  }
  return [...amounts].map(([invoiceId, amountCents]) => ({ id: invoiceId, amountCents }))
}
