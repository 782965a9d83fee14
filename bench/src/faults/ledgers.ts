// Reads the ledgers that must agree: Stripe, PayPal, QuickBooks and our attempts.
import type { FaultLab } from './fault-lab.ts'

/** Money that a provider took. */
export type Charge = {
  readonly id: string
  readonly method: 'stripe' | 'paypal'
  /** The id of our attempt that it names; empty if none. */
  readonly attemptId: string
  readonly cents: number
  readonly refundedCents: number
}
export type Booking = {
  readonly id: string
  readonly customerId: string
  readonly reference: string
  readonly cents: number
}
export type Attempt = {
  readonly id: string
  readonly method: Charge['method']
  readonly state: string
  readonly reference: string | null
  readonly isToReview: boolean
  /** Seconds until the next check; null if none is due. */
  readonly nextCheckSeconds: number | null
  /** The state it was in when its money was found. */
  readonly paidAfter: string | null
  readonly lines: readonly { readonly invoiceId: string; readonly cents: number }[]
}
export type Invoice = {
  readonly number: string
  readonly customerId: string
  readonly cents: number
  readonly balanceCents: number
  /** A bookkeeper settled or voided it while its payer was away. */
  readonly isChanged: boolean
}
export type Ledgers = {
  readonly charges: readonly Charge[]
  readonly bookings: readonly Booking[]
  readonly attempts: readonly Attempt[]
  /** By QuickBooks' id. */
  readonly invoices: ReadonlyMap<string, Invoice>
}

type Money = { value: string }
type Ref = { value: string }
type State = {
  stripe: {
    charges: {
      status: string
      amount: number
      amount_refunded: number
      payment_intent: string
    }[]
    paymentIntents: { id: string; metadata: { attempt?: string } }[]
  }
  paypal: {
    orders: {
      purchase_units: {
        custom_id?: string
        payments?: {
          captures?: { id: string; status: string; amount: Money }[]
          refunds?: { amount: Money }[]
        }
      }[]
    }[]
  }
  quickbooks: {
    payments: { Id: string; CustomerRef: Ref; TotalAmt: number; PrivateNote?: string }[]
    invoices: {
      Id: string
      DocNumber: string
      CustomerRef: Ref
      TotalAmt: number
      Balance: number
    }[]
  }
}

const ATTEMPTS = `SELECT a.id, a.method, a.state, a.reference, a.review_reasons <> '[]' AS "isToReview",
    extract(epoch FROM a.next_check_at - now())::float AS "nextCheckSeconds",
    (SELECT e.details->>'after' FROM audit_event e
      WHERE e.subject_kind = 'payment' AND e.subject_id = a.id::text AND e.action = 'payment_captured'
      ORDER BY e.id LIMIT 1) AS "paidAfter",
    json_agg(json_build_object('invoiceId', l.invoice_id, 'cents', l.amount_cents)) AS lines
  FROM payment_attempt a JOIN payment_line l ON l.attempt_id = a.id GROUP BY a.id`

export const readAttempts = async ({ pool }: FaultLab): Promise<readonly Attempt[]> =>
  (await pool.query<Attempt>(ATTEMPTS)).rows

export const readLedgers = async (lab: FaultLab): Promise<Ledgers> => {
  const { control, samplePayments, story } = lab
  const kept = await readAttempts(lab)
  const keptIds = new Set(kept.map(({ id }) => id))
  // The payer may have repeated a request that the database lost.
  const lost = story.lost.filter(({ id }) => !keptIds.has(id))
  const attempts = [...kept, ...lost.map((each) => ({ ...each, ...LOST }))]
  const state = (await control('/state')) as State
  return {
    attempts,
    charges: chargesOf(state),
    bookings: state.quickbooks.payments
      .filter(({ Id }) => !samplePayments.has(Id))
      .flatMap(({ Id, CustomerRef, TotalAmt, PrivateNote = '' }) => {
        const reference = MEMO.exec(PrivateNote)?.[1]
        const booking = { id: Id, customerId: CustomerRef.value, cents: centsOf(TotalAmt) }
        return reference ? [{ ...booking, reference }] : []
      }),
    invoices: new Map(
      state.quickbooks.invoices.map(({ Id, DocNumber, CustomerRef, TotalAmt, Balance }) => [
        Id,
        {
          number: DocNumber,
          customerId: CustomerRef.value,
          // A voided invoice shows zero.
          cents: story.changed.get(DocNumber) ?? centsOf(TotalAmt),
          balanceCents: centsOf(Balance),
          isChanged: story.changed.has(DocNumber),
        },
      ]),
    ),
  }
}

/** Only a reconciliation can name its charge. */
const LOST = { state: 'lost', isToReview: false, nextCheckSeconds: null }

/** Only the money at Stripe and PayPal. */
export const readCharges = async ({ control }: FaultLab): Promise<Charge[]> =>
  chargesOf((await control('/state')) as State)

const MEMO = /^(?:Stripe|PayPal) payment \(ID: ([^)]+)\)/
const TAKEN: readonly string[] = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']
const centsOf = (amount: number | string): number => Math.round(Number(amount) * 100)

const chargesOf = ({ stripe, paypal }: State): Charge[] => {
  const attemptOf = new Map(
    stripe.paymentIntents.map(({ id, metadata }) => [id, metadata.attempt ?? '']),
  )
  const cards = stripe.charges
    .filter(({ status }) => status === 'succeeded')
    .map(({ payment_intent: id, amount, amount_refunded }) => ({
      id,
      method: 'stripe' as const,
      attemptId: attemptOf.get(id) ?? '',
      cents: amount,
      refundedCents: amount_refunded,
    }))
  const wallets = paypal.orders
    .flatMap((order) => order.purchase_units)
    .flatMap(({ custom_id: attemptId = '', payments }) => {
      const refunds = payments?.refunds ?? []
      const refundedCents = refunds.reduce((sum, { amount }) => sum + centsOf(amount.value), 0)
      return (payments?.captures ?? [])
        .filter(({ status }) => TAKEN.includes(status))
        .map(({ id, amount }) => ({
          id,
          method: 'paypal' as const,
          attemptId,
          cents: centsOf(amount.value),
          refundedCents,
        }))
    })
  return [...cards, ...wallets]
}
