// Limits that browser and server share.

export const FILE_BYTES_MAX = 10 * 1024 * 1024
/** Every email carries the logo. */
export const LOGO_BYTES_MAX = 200_000
export const FILE_EXTENSIONS = ['.pdf', '.png', '.jpg', '.jpeg'] as const
export const FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export const AMOUNT_CENTS_MIN = 1
export const VERIFICATION_DAYS_MAX = 90
export const TOASTS_MAX = 20
export const TOAST_WIDTH_MAX_PX = 350
export const BILLS_RELOAD_DELAY_MS = 1_000
export const CONNECTION_POLL_MS = 5 * 60 * 1_000
/** A session ends when its person hasn't used it for this long. */
export const SESSION_IDLE_SECONDS_MAX = 12 * 60 * 60
export const JSON_BYTES_MAX = 64 * 1024
export const EMAIL_LENGTH_MAX = 254
export const NAME_LENGTH_MAX = 200
/** QuickBooks' own limit for names of vendors, customers and accounts. */
export const QBO_NAME_LENGTH_MAX = 500
/** QuickBooks' limit for a vendor's legal name. */
export const VENDOR_NAME_LENGTH_MAX = 100
/** How long the link of an invitation works, and how long a tax id waits for review. */
export const VENDOR_DETAILS_DAYS_MAX = 14
/** Vendors mapped in one go. */
export const VENDOR_IMPORT_MAX = 500
export const INVOICE_NUMBER_LENGTH_MAX = 200
export const TASK_ID_LENGTH_MAX = 64
/** The database's largest integer. */
export const VERSION_MAX = 2 ** 31 - 1
/** Limits reasons, and notes on payments. */
export const REASON_LENGTH_MAX = 2_000
/** What a payment is known by, such as a check number. */
export const REFERENCE_LENGTH_MAX = 100
export const MESSAGE_LENGTH_MAX = 2_000
/** Messages per invoice from each side, and as many notes. */
export const MESSAGES_MAX = 200
/** How far back a payment date may be. */
export const PAID_YEARS_MAX = 10
export const PENDING_PAGE_SIZE_MAX = 200
export const INVOICES_PAGE_SIZE = 50
export const INVOICES_PAGE_SIZE_MAX = 200
/** Letters and digits that a search over everything needs. */
export const SEARCH_LENGTH_MIN = 2
/** What such a search finds of each kind. */
export const SEARCH_HITS_MAX = 5
/** Saved views per person and page. */
export const VIEWS_MAX = 30
export const VIEW_NAME_LENGTH_MAX = 60
export const VIEW_QUERY_LENGTH_MAX = 2_000
export const RULES_MAX = 50
export const RULE_NAME_LENGTH_MAX = 80
export const RULE_VENDORS_MAX = 20
export const RULE_STEPS_MAX = 5
/** People who can approve in one step of a rule. */
export const STEP_PEOPLE_MAX = 20
/** After how many business days an invoice may be escalated, at most. */
export const ESCALATION_DAYS_MAX = 30
export const ABSENCE_DAYS_MAX = 366
/** Files of one invoice. Together they're limited like a single one. */
export const FILES_MAX = 10
/** A submitted form: the files plus its fields. */
export const SUBMIT_BYTES_MAX = FILE_BYTES_MAX + 256 * 1024
export const BILLS_PAGE_MAX = 500
export const ACTIVITY_PAGE_SIZE = 100
export const VENDORS_PAGE_SIZE = 50
export const VENDORS_PAGE_SIZE_MAX = 200
export const TRANSACTIONS_PAGE_SIZE = 50
export const TRANSACTIONS_PAGE_SIZE_MAX = 500
/** How many transactions a call without a page returns. */
export const TRANSACTIONS_UNPAGED_MAX = 5_000
/** About 70,000 rows of the widest export. */
export const IMPORT_BYTES_MAX = 64 * 1024 * 1024
export const IMPORT_ROWS_MAX = 200_000
/** How many refused rows a report lists; it counts all of them. */
export const IMPORT_PROBLEMS_MAX = 100
export const IMPORT_SAMPLE_SIZE = 10

/** Invoices a search for payment links returns. */
export const PAY_LINKS_MAX = 20
/** Invoices one payment may cover. */
export const PAYMENT_INVOICES_MAX = 200
/** The largest payment by any method: Stripe's limit of $999,999.99. */
export const PAYMENT_CENTS_MAX = 99_999_999
/** How long a payer may take to finish a challenge or PayPal before the invoices are released. */
export const PAYMENT_MINUTES_MAX = 30

/** How long a pay link shows what is on a customer's invoices, and a browser that has shown who it is. */
export const PAY_LINK_DAYS = 180
export const CUSTOMER_PASS_DAYS = 30
