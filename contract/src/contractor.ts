// The contractor portal: proof of an e-mail, the vendor behind it, its bills, and a new invoice.
import { z } from 'zod'
import { email } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { captchaToken } from './human-check.ts'
import { dueDate, invoiceAmount } from './invoice-form.ts'
import {
  BILLS_PAGE_MAX,
  INVOICE_NUMBER_LENGTH_MAX,
  QBO_NAME_LENGTH_MAX,
  SUBMIT_BYTES_MAX,
} from './limits.ts'
import { line } from './text.ts'

/** The statuses a contractor's bill passes, in the order they are shown. */
export const BILL_STATUSES = ['received', 'sent_for_approval', 'approved', 'paid'] as const
/** Rejected bills stand apart: they count in no total. */
export const BILL_STATUSES_WITH_REJECTED = [...BILL_STATUSES, 'rejected'] as const
export type ContractorBillStatus = (typeof BILL_STATUSES_WITH_REJECTED)[number]

export const BILL_STATUS_LABELS: Readonly<Record<ContractorBillStatus, string>> = {
  received: 'Received',
  sent_for_approval: 'Sent for Approval',
  approved: 'Approved',
  paid: 'Paid',
  rejected: 'Rejected',
}

/** A status in the words it is known by: `Sent for Approval` is `sent_for_approval`. */
const billStatus = z.preprocess(
  (status) => (typeof status === 'string' ? status.toLowerCase().replaceAll(' ', '_') : status),
  z.enum(BILL_STATUSES_WITH_REJECTED),
)

/** The custom field of a bill that holds the link to its file. */
export const INVOICE_DOC_FIELD = 'Invoice Doc'

const verificationToken = z.string().trim().max(200)

export const sendVerification = {
  method: 'POST',
  path: '/api/cup/send-verification',
  summary: 'Mail a verification link; the answer is the same whoever the e-mail belongs to',
  access: 'public',
  limit: 'verification',
  body: z.object({ email, returnUrl: z.string().max(2_000).optional(), captchaToken }),
  response: z.object({ message: z.string() }),
  errors: [
    'return_url_refused',
    'human_check_required',
    'human_check_failed',
    'not_human',
    'verification_mail_failed',
  ],
} as const satisfies Endpoint

export const verifyToken = {
  method: 'POST',
  path: '/api/cup/verify-token',
  summary: 'Whose verification link this is and how long it lasts; changes nothing',
  access: 'public',
  limit: 'verify_token',
  body: z.object({ token: verificationToken.default('') }),
  /** A refusal has `valid: false`, `currentTime` and, of an expired link, `expiredAt` beside its error. */
  response: z.object({
    valid: z.boolean(),
    email: z.string().optional(),
    expiresAt: z.iso.datetime().optional(),
    daysRemaining: z.number().int().optional(),
    currentTime: z.iso.datetime(),
    error: z.string().optional(),
    expiredAt: z.iso.datetime().optional(),
  }),
  errors: ['token_missing', 'token_invalid', 'token_expired'],
} as const satisfies Endpoint

export const checkVendor = {
  method: 'POST',
  path: '/api/cup/check-vendor',
  summary: 'The vendor behind a contractor’s own link, or for staff the bill account of an e-mail',
  access: 'contractor-or-staff',
  body: z.object({ email, auth_type: z.enum(['local', 'google']) }),
  response: z.object({
    vendor: z.string().optional(),
    success: z.boolean().optional(),
    qb_bill_account: z.string().optional(),
  }),
  errors: ['contractor_not_approved', 'other_email', 'tool_not_enabled', 'vendor_mapping_unknown'],
} as const satisfies Endpoint

export const signOutEverywhere = {
  method: 'POST',
  path: '/api/cup/sign-out',
  summary:
    'End every verification link of the caller’s email, on every device and in every earlier email',
  access: 'contractor',
  /** The caller's own; any other is refused. */
  body: z.object({ email }),
  response: z.object({ message: z.string() }),
  errors: ['other_email'],
} as const satisfies Endpoint

export const contractorBill = z.object({
  id: z.string(),
  invoiceNumber: z.string(),
  amount: z.number(),
  status: billStatus,
  dateCreated: z.number().int(),
  /** Noon in UTC of the due day, which is that same day almost everywhere. */
  dueDate: z.number().int(),
  custom_fields: z.array(z.object({ name: z.string(), value: z.string() })),
  rejectReason: z.string().optional(),
})
export type ContractorBill = z.infer<typeof contractorBill>

const billTotal = z.object({ count: z.number().int(), amount: z.number() })

export const listVendorBills = {
  method: 'POST',
  path: '/api/cup/vendor-bills',
  summary: 'The bills of the caller’s vendor, newest first, with exact totals',
  access: 'contractor',
  body: z.object({
    vendorName: line(QBO_NAME_LENGTH_MAX),
    token: verificationToken.optional(),
    /** Only these; all unless told. */
    status: z.enum(BILL_STATUSES_WITH_REJECTED).optional(),
    /** At most so many of each status, after skipping `offset`; all unless told. */
    limit: z.number().int().min(1).max(BILLS_PAGE_MAX).optional(),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  response: z.object({
    bills: z.array(contractorBill),
    /** Of all bills, whatever part of them was asked for. */
    totals: z.object({
      received: billTotal,
      sent_for_approval: billTotal,
      approved: billTotal,
      paid: billTotal,
      rejected: billTotal,
    }),
    /** All but the rejected ones. */
    total: billTotal,
  }),
  errors: ['contractor_not_approved', 'other_vendor', 'bills_failed'],
} as const satisfies Endpoint

/** Another bill, as far as a refusal tells of it. */
export const resembledBill = z.object({
  invoiceNumber: z.string(),
  amount: z.number(),
  status: z.enum(BILL_STATUSES_WITH_REJECTED),
  dateCreated: z.number().int(),
  because: z.enum(['same_number', 'same_file']),
})
export type ResembledBill = z.infer<typeof resembledBill>

/** `bill_exists` and `similar_bill` carry `bills`, a list of these, beside their error. */
export const resembledBills = z.object({ bills: z.array(resembledBill) })

export const submitInvoice = {
  method: 'POST',
  path: '/api/cup/submit-invoice',
  summary:
    'Submit an invoice with an optional `file`; an `Idempotency-Key` header makes repeating it safe',
  access: 'contractor',
  bodyBytesMax: SUBMIT_BYTES_MAX,
  multipart: z
    .object({
      email,
      amount: invoiceAmount,
      invoiceNumber: line(INVOICE_NUMBER_LENGTH_MAX),
      dueDate,
      captchaToken: z.string().max(8_192).default(''),
      vendorName: line(QBO_NAME_LENGTH_MAX),
      token: verificationToken.default(''),
      /** Sent after the contractor was shown the similar bills and means it. */
      confirmDuplicate: z.enum(['true', 'false']).default('false'),
    })
    .transform(({ amount, confirmDuplicate, ...fields }) => ({
      ...fields,
      amountCents: amount,
      isConfirmed: confirmDuplicate === 'true',
    })),
  response: z.object({ message: z.string(), bill: contractorBill }),
  errors: [
    'submission_not_approved',
    'other_email',
    'other_vendor',
    'human_check_missing',
    'not_human',
    'human_check_failed',
    'file_too_large',
    'file_empty',
    'file_type_refused',
    'bill_exists',
    'similar_bill',
    'submission_key_reused',
    'submit_failed',
  ],
} as const satisfies Endpoint

export const readInvoiceFile = {
  method: 'GET',
  path: '/api/files',
  summary: 'A file by its signed, expiring link',
  access: 'public',
  query: z.object({ file: z.string().min(1).max(500) }),
  file: true,
  response: z.unknown(),
  errors: ['file_link_invalid', 'file_gone'],
} as const satisfies Endpoint
