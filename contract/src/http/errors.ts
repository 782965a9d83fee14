// Defines all errors: code, HTTP status and the text people see. Responses have the form `{error, code, field?}`.
import { z } from 'zod'
import { CONTRACTOR_ERRORS } from '../contractor/contractor-errors.ts'
import { PAYMENT_ERRORS } from '../payments/payment-errors.ts'
import { COMMON_ERRORS, type ErrorEntry } from './common-errors.ts'

export const ERRORS = {
  ...COMMON_ERRORS,

  // Identity
  sign_in_required: { status: 401, text: 'Please sign in.' },
  session_expired: { status: 401, text: 'Your sign-in has expired. Please sign in again.' },
  sign_in_again: {
    status: 403,
    text: 'Please sign in again to do this. Nothing you typed is lost.',
  },
  account_not_provisioned: { status: 403, text: "This account isn't set up for Invoice Desk." },
  account_disabled: { status: 403, text: 'This account is disabled.' },
  account_other_google: {
    status: 403,
    text: 'This address now belongs to a different Google account. Ask an administrator to let it in.',
  },
  tool_not_enabled: { status: 403, text: "This tool isn't enabled for your account." },
  admin_required: { status: 403, text: 'Only an administrator can do this.' },
  google_start_failed: { status: 502, text: 'Failed to initialize Google login' },
  google_validation_failed: { status: 400, text: 'Validation failed' },
  google_unavailable: {
    status: 502,
    text: "Google sign-in isn't responding. Please try again in a moment.",
  },
  account_exists: { status: 409, text: 'This email already has an account.' },
  account_unknown: { status: 404, text: "There's no account with this email." },
  account_protected: {
    status: 409,
    text: "This administrator is set in the server configuration and can't be changed here.",
  },
  account_self: {
    status: 409,
    text: "You can't disable your own account or remove your own administrator rights.",
  },

  // Accounting: the connection
  qbo_status_failed: { status: 502, text: 'Failed to check QBO status' },
  qbo_flow_invalid: {
    status: 400,
    text: 'This authorization belongs to another browser or account, or took too long. Please connect again.',
  },
  qbo_validation_failed: {
    status: 400,
    text: "QuickBooks didn't accept the authorization. Please connect again.",
  },
  qbo_other_company: {
    status: 409,
    text: 'This is a different QuickBooks company from the one already in use here. Please connect that company again.',
  },
  qbo_other_currency: {
    status: 409,
    text: "This QuickBooks company doesn't use US dollars, and all amounts here are in US dollars. Connect another company.",
  },
  qbo_unavailable: {
    status: 502,
    text: "QuickBooks isn't responding. Please try again in a moment.",
  },
  qbo_not_connected: {
    status: 409,
    text: "QuickBooks isn't connected. Connect QuickBooks first.",
  },
  qbo_connection_invalid: {
    status: 409,
    text: 'Token refresh failed (invalid_grant). QuickBooks connection is invalid. Please reconnect QuickBooks.',
  },

  // Accounting: bills, vendors, accounts
  qbo_bill_check_failed: { status: 502, text: 'Failed to check QuickBooks status' },
  qbo_bill_failed: { status: 502, text: 'Failed to create bill in QuickBooks' },
  qbo_bill_refused: { status: 422, text: 'Failed to create bill in QuickBooks' },
  qbo_bill_unknown: {
    status: 502,
    text: "QuickBooks hasn't confirmed the bill yet. We'll keep checking. Please refresh in a moment.",
  },
  qbo_bill_in_progress: {
    status: 409,
    text: 'This bill is being added to QuickBooks right now. Please refresh in a moment.',
  },
  task_rejected: {
    status: 409,
    text: 'This invoice was rejected. Approve it before you add its bill to QuickBooks.',
  },
  task_paid: {
    status: 409,
    text: 'This invoice is marked as paid. Mark it as not paid before you add its bill to QuickBooks.',
  },
  qbo_bill_differs: {
    status: 409,
    text: 'QuickBooks already has a bill from this vendor with this number and a different amount.',
  },
  bill_to_void_unknown: { status: 404, text: 'This bill is no longer on the list.' },
  qbo_vendor_unknown: { status: 404, text: "QuickBooks doesn't have this vendor." },
  qbo_vendor_currency: {
    status: 409,
    text: 'This vendor uses another currency in QuickBooks. Enter the bill in QuickBooks.',
  },
  qbo_account_unknown: {
    status: 404,
    text: "QuickBooks doesn't have this account, or bills can't be posted to it. Choose another account.",
  },
  qbo_vendors_failed: { status: 502, text: 'Failed to load vendors' },
  qbo_accounts_failed: { status: 502, text: 'Failed to fetch accounts' },
  qbo_vendor_check_failed: { status: 502, text: 'Failed to check vendor in QuickBooks' },
  qbo_vendor_failed: { status: 502, text: 'Failed to create vendor in QuickBooks' },
  qbo_vendor_refused: { status: 422, text: 'Failed to create vendor in QuickBooks' },
  qbo_name_taken: {
    status: 409,
    text: 'This name is already used in QuickBooks. Use a different name.',
  },
  // Mail relay: the server adds what to do.
  gmail_refused: { status: 400, text: "Google didn't grant permission. Please connect again." },
  relay_conflict: {
    status: 409,
    text: "That isn't possible right now. Reload the page and try again.",
  },

  webhook_signature_invalid: { status: 401, text: "The signature doesn't match the body." },

  // Customer invoices and their payment
  ...PAYMENT_ERRORS,

  ...CONTRACTOR_ERRORS,

  // Vendor management
  vendors_failed: { status: 500, text: 'Failed to fetch vendors' },
  vendor_save_failed: { status: 500, text: 'Failed to save vendor' },
  vendor_delete_failed: { status: 500, text: 'Failed to delete vendor' },
  payments_unread: { status: 409, text: "We haven't read all payments from QuickBooks yet." },
  vendor_mapping_exists: { status: 409, text: 'This email is already mapped to a vendor.' },

  // Retailer transactions
  transactions_failed: { status: 500, text: 'Failed to fetch transactions' },
  challenge_none_open: { status: 409, text: "There's no verification to complete right now." },

  // Retailer: importing a file
  import_file_missing: { status: 400, text: 'Choose a file to import.' },
  import_empty: { status: 400, text: 'This file has no rows to import.' },
  import_too_large: {
    status: 413,
    text: 'This file is larger than 64 MB. Export shorter periods and import them separately.',
  },
  import_too_many_rows: {
    status: 413,
    text: 'This file has more than 200,000 rows. Export shorter periods and import them separately.',
  },
  import_not_text: {
    status: 400,
    text: "This isn't a text file. Unzip a ZIP file, or save a spreadsheet as CSV, and import that.",
  },
  import_encoding: {
    status: 400,
    text: "This file isn't UTF-8 text. Save it as “CSV UTF-8” and import it again.",
  },
  import_unknown_format: {
    status: 400,
    text: "We don't recognize this file. Its first line must have the columns of an Azad transactions export, an Amazon Business orders report or an Amazon order history (Retail.OrderHistory).",
  },
  import_broken: {
    status: 400,
    text: "We couldn't read the whole file. Export it again and retry.",
  },
  import_running: {
    status: 409,
    text: 'Another import is running. Wait until it finishes and try again.',
  },
  import_failed: {
    status: 500,
    text: 'The import failed and nothing was added. Please try again.',
  },

  // Approval
  task_unknown: { status: 404, text: "We couldn't find this task." },
  task_action_refused: { status: 409, text: "The status of this invoice doesn't allow that." },
  approval_refused: { status: 403, text: "You can't approve this invoice." },
  approval_rule_impossible: {
    status: 400,
    text: 'No one can satisfy this rule. Choose other people or fewer approvals.',
  },
  task_has_bill: {
    status: 409,
    text: "This invoice has a bill in QuickBooks, so you can't change its vendor here.",
  },
  task_bill_left: {
    status: 409,
    text: "A bill for this invoice is in QuickBooks. Rejecting doesn't remove it.",
  },
  vendor_update_failed: { status: 502, text: 'Failed to update vendor' },
  pending_failed: { status: 500, text: 'Failed to fetch pending invoices' },

  // Saved views
  saved_views_full: {
    status: 409,
    text: 'You already have 30 saved views here. Delete one before you save another.',
  },
  saved_view_unknown: { status: 404, text: 'This view no longer exists.' },

  // Jobs
  job_unknown: { status: 404, text: 'This job is no longer on the list.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** Some errors have more fields, which the endpoint's contract defines. */
export const errorBody = z.looseObject({
  error: z.string(),
  code: z.string(),
  /** The input the error concerns, as a dotted path. */
  field: z.string().optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
