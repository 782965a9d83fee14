// PayPal's objects as they travel; its library renames every field, so they are spelt out here.

export type Money = { readonly currency_code: string; readonly value: string }
export type Link = { readonly href: string; readonly rel: string; readonly method: string }

export const BREAKDOWN_PARTS = [
  'item_total',
  'shipping',
  'handling',
  'tax_total',
  'insurance',
  'shipping_discount',
  'discount',
] as const
export type Breakdown = Partial<Record<(typeof BREAKDOWN_PARTS)[number], Money>>

export type Item = {
  readonly name: string
  readonly unit_amount: Money
  readonly quantity: string
  readonly tax?: Money
  readonly description?: string
  readonly sku?: string
  readonly category?: string
}

export type UnitRequest = {
  readonly reference_id: string
  readonly amount: Money & { readonly breakdown?: Breakdown }
  readonly description?: string
  readonly custom_id?: string
  readonly invoice_id?: string
  readonly soft_descriptor?: string
  readonly items?: readonly Item[]
}

export type Name = { readonly given_name?: string; readonly surname?: string }
export type Wallet = { readonly email_address?: string; readonly name?: Name }
export type Payer = {
  readonly name: Name
  readonly email_address: string
  readonly payer_id: string
  readonly address: { readonly country_code: string }
}

export type OrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
export type CaptureStatus =
  | 'COMPLETED'
  | 'PENDING'
  | 'DECLINED'
  | 'FAILED'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'

export type Capture = {
  readonly id: string
  readonly status: CaptureStatus
  readonly status_details?: { readonly reason: string }
  readonly amount: Money
  readonly final_capture: boolean
  readonly seller_protection: {
    readonly status: string
    readonly dispute_categories?: readonly string[]
  }
  readonly seller_receivable_breakdown?: {
    readonly gross_amount: Money
    readonly paypal_fee: Money
    readonly net_amount: Money
  }
  readonly invoice_id?: string
  readonly custom_id?: string
  readonly supplementary_data: { readonly related_ids: { readonly order_id: string } }
  readonly create_time: string
  readonly update_time: string
  readonly links: readonly Link[]
}

export type Refund = {
  readonly id: string
  readonly status: 'COMPLETED'
  readonly amount: Money
  readonly invoice_id?: string
  readonly custom_id?: string
  readonly note_to_payer?: string
  readonly seller_payable_breakdown: {
    readonly gross_amount: Money
    readonly paypal_fee: Money
    readonly net_amount: Money
    readonly total_refunded_amount: Money
  }
  readonly create_time: string
  readonly update_time: string
  readonly links: readonly Link[]
}

/** What the payer's window chose, as far as it shows only when the money is taken. */
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

export type OrderRow = {
  readonly id: string
  readonly status: OrderStatus
  readonly units: readonly UnitRequest[]
  readonly wallet: Wallet | undefined
  readonly payer: Payer | undefined
  readonly choice: Choice | undefined
  readonly brandName: string
  readonly returnUrl: string | undefined
  readonly cancelUrl: string | undefined
  readonly createdAtMs: number
  readonly create_time: string
  readonly update_time: string
}

/** A capture, where it belongs, and what was given back of it. */
export type CaptureRow = {
  readonly capture: Capture
  readonly orderId: string
  readonly referenceId: string
}
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
