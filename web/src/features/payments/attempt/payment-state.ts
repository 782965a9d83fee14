// The steps of a payment between pressing Pay and its outcome, and what the payment flows depend on.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import type { PaymentCalls } from '../api.ts'
import type { PaymentProblem } from './payment-problem.ts'
import type {
  AcceptedPayment,
  PaymentStore,
  PendingCard,
  PendingPayment,
} from './pending-payment.ts'

export type PaymentState =
  | { readonly step: 'idle'; readonly problem?: PaymentProblem | undefined }
  /** `pending` is set when this is an earlier payment rather than the form on screen. */
  | { readonly step: 'sending'; readonly pending?: PendingPayment | undefined }
  /** The answer was lost. `isSlow` once we stop polling and show a button instead. */
  | { readonly step: 'unknown'; readonly pending: Checkable; readonly isSlow: boolean }
  /** The provider hasn't decided yet. `isSlow` once we stop polling and show a button instead. */
  | { readonly step: 'confirming'; readonly pending: AcceptedPayment; readonly isSlow: boolean }
  /** The bank wants the customer to confirm. */
  | {
      readonly step: 'action'
      readonly pending: AcceptedPayment
      readonly clientSecret: string
    }
  | { readonly step: 'succeeded'; readonly outcome: PaymentOutcome }

/** A card payment can be resent with its key, so it can be checked even before it has an id. */
export type Checkable = AcceptedPayment | PendingCard

export type FlowParts = {
  readonly calls: PaymentCalls
  readonly store: PaymentStore
  /** Shows the bank's challenge. Its result doesn't matter, because we poll the server afterwards. */
  readonly challenge: (clientSecret: string) => Promise<unknown>
  readonly pause: (ms: number) => Promise<void>
  readonly newKey: () => string
  readonly now: () => number
  readonly setState: (state: PaymentState) => void
}
