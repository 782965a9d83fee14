// Where a payment is between the press of the button and its end, and what moving it on takes.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import type { PaymentCalls } from '../api.ts'
import type { PaymentProblem } from './payment-problem.ts'
import type { Kept, Unfinished, UnfinishedCard } from './unfinished.ts'

export type PaymentState =
  | { readonly step: 'idle'; readonly problem?: PaymentProblem | undefined }
  /** With what was begun before, when it is not the form in view that is sent. */
  | { readonly step: 'sending'; readonly begun?: Unfinished | undefined }
  /** The answer was lost, and we keep asking; `isSlow` when only the payer's button asks again. */
  | { readonly step: 'unknown'; readonly begun: Findable; readonly isSlow: boolean }
  /** The provider has not decided yet; `isSlow` once we no longer ask automatically. */
  | { readonly step: 'confirming'; readonly begun: Known; readonly isSlow: boolean }
  /** The bank waits for the payer. */
  | { readonly step: 'action'; readonly begun: Known; readonly clientSecret: string }
  | { readonly step: 'succeeded'; readonly outcome: PaymentOutcome }

export type Known = Unfinished & { readonly paymentId: string }
/** A card payment can be sent again under its key, so even one without an id can be found out about. */
export type Findable = Known | UnfinishedCard

export type FlowParts = {
  readonly calls: PaymentCalls
  readonly kept: Kept
  /** Asks the bank's question; whatever comes of it, the server is asked afterwards. */
  readonly challenge: (clientSecret: string) => Promise<unknown>
  readonly pause: (ms: number) => Promise<void>
  readonly newKey: () => string
  readonly now: () => number
  readonly tell: (state: PaymentState) => void
}

/** A server that gives payments no names cannot be asked about one either. */
export const isNamed = ({ paymentId }: Known): boolean => paymentId !== ''

export const isKnown = (begun: Unfinished): begun is Known => begun.paymentId !== undefined
