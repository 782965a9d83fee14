// Every bound of the product in one place, so that browser and server cannot disagree about one.

export const FILE_BYTES_MAX = 10 * 1024 * 1024
export const FILE_EXTENSIONS = ['.pdf', '.png', '.jpg', '.jpeg'] as const
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export const AMOUNT_CENTS_MIN = 1
export const VERIFICATION_DAYS_MAX = 90
export const TOASTS_MAX = 20
export const TOAST_WIDTH_MAX_PX = 350
export const BILLS_RELOAD_DELAY_MS = 1_000
export const CONNECTION_POLL_MS = 5 * 60 * 1_000
export const JSON_BYTES_MAX = 64 * 1024
export const EMAIL_LENGTH_MAX = 254
export const NAME_LENGTH_MAX = 200
/** QuickBooks' own bound for the names of vendors, customers and accounts. */
export const QBO_NAME_LENGTH_MAX = 500
export const INVOICE_NUMBER_LENGTH_MAX = 200
export const TASK_ID_LENGTH_MAX = 64
/** Versions count changes in a whole number of the database. */
export const VERSION_MAX = 2 ** 31 - 1
/** Also of a note on a payment. */
export const REASON_LENGTH_MAX = 2_000
/** How far back the day of a payment may be. */
export const PAID_YEARS_MAX = 10
export const PENDING_PAGE_SIZE_MAX = 200
/** A submitted form: the file, and room for its fields and their headers. */
export const SUBMIT_BYTES_MAX = FILE_BYTES_MAX + 256 * 1024
export const BILLS_PAGE_MAX = 500
export const VENDORS_PAGE_SIZE = 50
export const VENDORS_PAGE_SIZE_MAX = 200
export const TRANSACTIONS_PAGE_SIZE = 50
export const TRANSACTIONS_PAGE_SIZE_MAX = 500
/** As many as a call without a page is answered with; the rest is on pages. */
export const TRANSACTIONS_UNPAGED_MAX = 5_000
/** An export of the retailer: some 70,000 rows of the widest one. */
export const IMPORT_BYTES_MAX = 64 * 1024 * 1024
export const IMPORT_ROWS_MAX = 200_000
/** How many refused rows a report names; it counts them all. */
export const IMPORT_PROBLEMS_MAX = 100
export const IMPORT_SAMPLE_SIZE = 10

/** Invoices one payment may cover. */
export const PAYMENT_INVOICES_MAX = 200
/** The card provider's own bounds: $0.50 and $999,999.99. */
export const CARD_CENTS_MIN = 50
export const PAYMENT_CENTS_MAX = 99_999_999
/** How long a payer may take over a challenge or a wallet before the invoices are free again. */
export const PAYMENT_MINUTES_MAX = 30

/**
 * Rate limits: `points` in `seconds`; what several processes must count together is `shared`.
 *
 * A limit may refuse only by address, or by the verified contractor who calls. Anyone can drive up the count of a
 * customer, an invoice number or a mailbox, so a limit by one of those may ask for the human check, but must never
 * refuse: a stranger could lock its owner out. The name says what a limit does:
 * - `proof_…` asks for the human check once `points` are counted, and a passed check always lets the caller through.
 * - `quiet_…` skips what was asked for, and gives the usual answer.
 * - Any other name refuses.
 */
export const RATE_LIMITS = {
  general: { points: 600, seconds: 60, shared: false },
  sign_in: { points: 20, seconds: 60, shared: true },
  verification: { points: 60, seconds: 600, shared: true },
  verify_token: { points: 60, seconds: 60, shared: true },
  /** By contractor. */
  submit_invoice: { points: 200, seconds: 3_600, shared: true },
  invoice_search: { points: 20, seconds: 60, shared: true },
  payment_history: { points: 60, seconds: 60, shared: true },
  payment: { points: 60, seconds: 600, shared: true },
  /** Counts declines only. */
  payment_declines: { points: 10, seconds: 3_600, shared: true },
  payment_status: { points: 120, seconds: 60, shared: false },
  /** By payment, whose id no stranger knows: reports in PayPal's name that it did not know, after which it isn't asked. */
  webhook_forged: { points: 10, seconds: 3_600, shared: true },
  retailer_list: { points: 240, seconds: 60, shared: false },
  retailer_export: { points: 20, seconds: 60, shared: false },
  retailer_import: { points: 60, seconds: 600, shared: false },
  verify_challenge: { points: 20, seconds: 60, shared: true },

  /** Searches that found nothing, by address and by invoice number. */
  proof_search_misses: { points: 5, seconds: 600, shared: true },
  proof_number_misses: { points: 30, seconds: 3_600, shared: true },
  /** Declined payments by address, and begun payments by customer. */
  proof_payment_declines: { points: 3, seconds: 3_600, shared: true },
  proof_customer_payments: { points: 30, seconds: 3_600, shared: true },
  /** Verification emails by the address that asks for them, and by the mailbox they go to. */
  proof_verification_address: { points: 2, seconds: 3_600, shared: true },
  proof_verification_mailbox: { points: 5, seconds: 3_600, shared: true },

  /** Verification emails by mailbox: one that got so many holds working links already. */
  quiet_verification_mailbox: { points: 20, seconds: 3_600, shared: true },
} as const satisfies Record<string, { points: number; seconds: number; shared: boolean }>

export type LimitName = keyof typeof RATE_LIMITS
export type RefusingLimit = Exclude<LimitName, `proof_${string}` | `quiet_${string}`>
