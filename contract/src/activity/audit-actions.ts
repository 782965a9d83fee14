// Lists every action in the audit log with its text, which follows the name of the person who did it.
import { DECISION_TEXTS } from '../bills/bill-status.ts'

/** What an event is about. */
export const SUBJECT_LABELS = {
  bill: 'Invoice',
  payment: 'Payment',
  customer: 'Customer',
  vendor_mapping: 'Vendor mapping',
  vendor: 'QuickBooks vendor',
  vendor_invitation: 'Vendor invitation',
  account: 'Account',
  approval_rules: 'Approval rules',
  contractor: 'Contractor',
  connection: 'Connection',
  job: 'Job',
  retailer_import: 'Import',
  settings: 'Settings',
  relay_mailbox: 'Gmail account',
  relay_device: 'Mail relay device',
  relay_message: 'Relayed message',
} as const
export type SubjectKind = keyof typeof SUBJECT_LABELS
export const SUBJECT_KINDS = Object.keys(SUBJECT_LABELS) as SubjectKind[]

const ACTION_TEXTS = {
  ...DECISION_TEXTS,
  bill_submitted: 'submitted the invoice',
  bill_resubmitted: 'corrected and resubmitted the invoice',
  bill_withdrawn: 'withdrew the invoice',
  bill_sent_for_approval: 'notified the approvers',
  bill_approval_given: 'approved the invoice',
  bill_escalated: 'escalated the invoice',
  bill_vendor_changed: 'changed the vendor',
  bill_message_sent: 'sent a message',
  bill_note_added: 'added an internal note',
  bill_posted: 'added the bill to QuickBooks',
  bill_refused: "couldn't add the bill to QuickBooks",
  bill_found_in_quickbooks: 'found the bill in QuickBooks',
  bill_deleted_in_quickbooks: 'found that the bill was deleted in QuickBooks',
  bill_voided_in_quickbooks: 'found that the bill was voided in QuickBooks',
  bill_void_done: 'marked the bill as voided in QuickBooks',
  bill_paid: 'found the payment in QuickBooks',
  bill_unpaid_again: 'found that the payment was undone in QuickBooks',
  bill_file_attached: 'attached the file to the bill in QuickBooks',

  payment_begun: 'started the payment as a customer',
  payment_reserved: 'read the balances and put the invoices on hold',
  payment_order_opened: 'opened the order',
  payment_confirming: 'requested the charge',
  payment_challenged: 'asked the customer to confirm with their bank',
  payment_not_taken: "couldn't charge the customer yet",
  payment_unknown: 'got no answer about the charge',
  payment_captured: 'received the payment',
  payment_booking: 'started recording the payment in QuickBooks',
  payment_booking_refused: "couldn't record the payment: QuickBooks refused",
  payment_booked: 'recorded the payment in QuickBooks',
  payment_failed: 'closed the payment: nothing was charged',
  payment_cancelled: 'closed the payment: the customer canceled',
  payment_expired: "closed the payment: the customer didn't finish in time",
  payment_needs_review: 'flagged the payment for review',
  payment_refunded: 'found a refund at the provider',
  payment_disputed: 'found a dispute at the provider',
  payment_checked: 'checked the payment',
  payment_resolved: 'marked the payment as resolved',
  pay_links_revoked: "revoked the customer's pay links",
  payments_resumed: 'let customers pay again after the database was restored',

  vendor_mapping_added: 'added the vendor mapping',
  vendor_mapping_changed: 'changed the vendor mapping',
  vendor_mapping_deleted: 'deleted the vendor mapping',
  vendor_created_in_quickbooks: 'created the vendor in QuickBooks',
  vendor_updated_in_quickbooks: 'updated the vendor in QuickBooks',
  vendor_invited: 'invited the vendor',
  vendor_invitation_removed: 'removed the invitation',
  vendor_details_requested: 'asked for a link to correct their details',
  vendor_details_submitted: 'sent their details',
  vendor_details_accepted: 'accepted the details',
  vendor_details_sent_back: 'sent the details back',
  vendor_details_expired: 'erased the tax ID because its review took too long',

  signed_in: 'signed in',
  signed_out: 'signed out',
  session_ended_by_google: "ended the account's sessions because Google no longer permits them",
  sign_in_refused: 'tried to sign in without an account',
  google_account_refused: 'tried to sign in with a different Google account',
  google_account_accepted: 'let in a different Google account',
  account_signed_out: 'ended all sessions of the account',
  signed_out_everywhere: 'signed out on all devices',
  account_added: 'added the account',
  account_changed: 'changed the account',
  preferences_changed: 'changed the email and absence settings',
  approval_rules_changed: 'changed the approval rules',

  quickbooks_connected: 'connected QuickBooks',
  quickbooks_connection_lost: 'lost the connection to QuickBooks',
  settings_changed: 'changed the settings',
  logo_changed: 'changed the logo',
  files_erased: 'erased files',
  messages_erased: 'erased messages',
  test_email_sent: 'sent a test email',
  go_live_step_done: 'checked a step of the go-live list',
  go_live_step_undone: 'unchecked a step of the go-live list',
  relay_mailbox_connected: 'connected the Gmail account',
  relay_mailbox_disconnected: 'disconnected the Gmail account',
  relay_mailbox_withdrawn: 'found that Google no longer permits sending from the account',
  relay_device_added: 'added the mail relay device',
  relay_device_changed: 'changed the mail relay device',
  relay_password_changed: 'gave the device a new password',
  relay_device_revoked: 'revoked the device',
  relay_test_sent: 'sent a test message',
  relay_message_resent: 'sent the message again',
  job_retried: 'retried the job',
  transactions_imported: 'imported transactions',
} as const
export type AuditAction = keyof typeof ACTION_TEXTS

const texts: Readonly<Record<string, string>> = ACTION_TEXTS

/** `approved the invoice`. Other versions may have recorded actions that this one doesn't know. */
export const actionText = (action: string): string => texts[action] ?? action.replaceAll('_', ' ')

/** Jobs and providers act as `system`. */
export const SYSTEM_ACTOR = 'system'

export const actorName = (actor: string): string =>
  actor === SYSTEM_ACTOR ? 'Invoice Desk' : actor
