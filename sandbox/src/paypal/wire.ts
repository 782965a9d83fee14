// PayPal's objects in their own field names, and the rows that are stored.
import type { CaptureIssue } from './orders/capture-issues.ts'

export type Money = { readonly currency_code: string; readonly value: string }
export type Link = { readonly href: string; readonly rel: string; readonly method: string }

export const linkTo = (href: string, rel: string, method = 'GET'): Link => ({ href, rel, method })

/** Orders have exactly one unit here. */
export type Unit = {
  readonly reference_id: string
  readonly amount: Money
  readonly description?: string
  readonly custom_id?: string
  readonly invoice_id?: string
}

type Name = { readonly given_name?: string; readonly surname?: string }
export type Wallet = { readonly email_address?: string; readonly name?: Name }
export type Payer = {
  readonly name: Name
  readonly email_address: string
  readonly payer_id: string
  readonly address: { readonly country_code: string }
}

export type CaptureStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'DECLINED'
  | 'FAILED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'

type Amounts = {
  readonly gross_amount: Money
  readonly paypal_fee: Money
  readonly net_amount: Money
}

type Dated = {
  readonly id: string
  readonly invoice_id?: string
  readonly custom_id?: string
  readonly create_time: string
  readonly update_time: string
  readonly links: readonly Link[]
}

export type Capture = Dated & {
  readonly status: CaptureStatus
  readonly status_details?: { readonly reason: string }
  readonly amount: Money
  readonly final_capture: boolean
  readonly seller_protection: {
    readonly status: string
    readonly dispute_categories?: readonly string[]
  }
  readonly seller_receivable_breakdown?: Amounts
  readonly supplementary_data: { readonly related_ids: { readonly order_id: string } }
}

export type Refund = Dated & {
  readonly status: 'COMPLETED'
  readonly amount: Money
  readonly note_to_payer?: string
  readonly seller_payable_breakdown: Amounts & { readonly total_refunded_amount: Money }
}

/** What the payer chose in the window; all but `approve` take effect only when the order is captured. */
export const CHOICES = [
  'approve',
  'decline',
  'alternate-funding',
  'payer-action',
  'transaction-refused',
  'pending',
  'capture-declined',
  'capture-failed',
] as const
export type Choice = (typeof CHOICES)[number]

/** What the app requested. */
export type OrderRequest = {
  readonly unit: Unit
  readonly wallet: Wallet | undefined
  readonly brandName: string
  readonly returnUrl: string | undefined
  readonly cancelUrl: string | undefined
}

export type OrderRow = OrderRequest & {
  readonly id: string
  readonly status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  readonly payer: Payer | undefined
  /** An issue refuses the capture with that issue. */
  readonly choice: Choice | CaptureIssue | undefined
  readonly createdAtMs: number
  readonly create_time: string
  readonly update_time: string
}

export type CaptureRow = { readonly capture: Capture; readonly orderId: string }
export type RefundRow = { readonly refund: Refund; readonly captureId: string }

export const DISPUTE_REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
  'PAYMENT_BY_OTHER_MEANS',
  'OTHER',
] as const
export const OPEN_DISPUTE_STATUSES = [
  'OPEN',
  'WAITING_FOR_SELLER_RESPONSE',
  'UNDER_REVIEW',
] as const
export const DISPUTE_OUTCOMES = [
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
  'NONE',
] as const

export type Dispute = {
  readonly dispute_id: string
  readonly create_time: string
  readonly update_time: string
  readonly disputed_transactions: readonly {
    readonly buyer_transaction_id: string
    /** The capture's id. */
    readonly seller_transaction_id: string
    readonly create_time: string
    readonly transaction_status: string
    readonly gross_amount: Money
  }[]
  readonly reason: (typeof DISPUTE_REASONS)[number]
  readonly status: (typeof OPEN_DISPUTE_STATUSES)[number] | 'RESOLVED'
  readonly dispute_amount: Money
  readonly dispute_outcome?: {
    readonly outcome_code: (typeof DISPUTE_OUTCOMES)[number]
    readonly amount_refunded?: Money
  }
  readonly dispute_life_cycle_stage: 'CHARGEBACK'
  readonly dispute_channel: 'INTERNAL'
  readonly links: readonly Link[]
}
export type DisputeRow = { readonly dispute: Dispute; readonly captureId: string }
