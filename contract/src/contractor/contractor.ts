// Endpoints for the contractor portal: verification links, the contractor's vendor, and its bills.
import { z } from 'zod'
import {
  ALL_STATUSES,
  type BillStatus,
  billStatusFrom,
  COUNTED_STATUSES,
} from '../bills/bill-status.ts'
import { textFields } from '../bills/invoice-form.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { captchaToken } from '../http/human-check.ts'
import { filled, looseNumber, looseText, optionalText, rowsOf } from '../http/lenient-response.ts'
import { email } from '../values/email.ts'
import { taskId } from '../values/ids.ts'
import { BILLS_PAGE_MAX, INVOICE_NUMBER_LENGTH_MAX, QBO_NAME_LENGTH_MAX } from '../values/limits.ts'
import { centsOf, decimalFromCents } from '../values/money.ts'
import { line, optionalLine } from '../values/text.ts'

const looseStatus = z.preprocess(
  (status) => billStatusFrom(typeof status === 'string' ? status : ''),
  z.enum(ALL_STATUSES),
)

/** The custom field of a bill that holds the link to its file. */
export const INVOICE_DOC_FIELD = 'Invoice Doc'

export const verificationToken = z.string().trim().max(200)

export const sendVerification = {
  method: 'POST',
  path: '/api/cup/send-verification',
  summary: 'Email a verification link; the response is the same for known and unknown emails',
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
  summary: 'The email and expiry of a verification link; changes nothing',
  access: 'public',
  limit: 'verify_token',
  body: z.object({ token: verificationToken.default('') }),
  /** A refusal also has `valid: false`, `currentTime` and, for an expired link, `expiredAt`. */
  response: z.object({
    valid: z.boolean(),
    email: optionalText,
    expiresAt: optionalText,
    daysRemaining: z.number().optional().catch(undefined),
    currentTime: looseText,
    error: optionalText,
    expiredAt: optionalText,
  }),
  errors: ['token_missing', 'token_invalid', 'token_expired'],
} as const satisfies Endpoint

export const checkVendor = {
  method: 'POST',
  path: '/api/cup/check-vendor',
  summary: 'The vendor of a contractor’s own link, or for staff the bill account of an email',
  access: 'contractor-or-staff',
  body: z.object({ email, auth_type: z.enum(['local', 'google']) }),
  response: z.object({
    vendor: optionalText,
    success: z.boolean().optional().catch(undefined),
    qb_bill_account: optionalText,
  }),
  errors: ['contractor_not_approved', 'other_email', 'tool_not_enabled', 'vendor_mapping_unknown'],
} as const satisfies Endpoint

export const signOutEverywhere = {
  method: 'POST',
  path: '/api/cup/sign-out',
  summary:
    'Revoke every verification link of the caller’s email, on every device and in every earlier email',
  access: 'contractor',
  /** The caller's own email. */
  body: z.object({ email }),
  response: z.object({ message: z.string() }),
  errors: ['other_email'],
} as const satisfies Endpoint

export const contractorBill = z.object({
  id: looseText,
  ...textFields(() => looseText),
  amount: looseNumber,
  status: looseStatus,
  dateCreated: looseNumber,
  /** Noon UTC on the due day, which is the same day in almost every time zone. */
  dueDate: looseNumber,
  custom_fields: z.array(z.object({ name: looseText, value: looseText })).catch([]),
  rejectReason: optionalText,
  /** What has to change before it can be approved. */
  requestedChanges: optionalText,
  /** Staff requested changes, and the caller may correct and resubmit it. */
  isCorrectable: z.boolean().catch(false),
  /** Whether the caller may change or withdraw the bill, which isn't decided. */
  isEditable: z.boolean().catch(false),
  /** Starts at 1; 0 if the server has no versions. */
  version: z.number().int().catch(0),
  /** The invoice first. Listed if there are several, or if the form may need them; otherwise empty. */
  files: z
    .array(z.object({ id: looseText, name: looseText, bytes: looseNumber, url: looseText }))
    .catch([]),
  /** When the invoice was erased, because files are kept only for a limited time. */
  filesErasedAt: optionalText,
  /** Messages exchanged with staff; set only in lists, with at least one. */
  messages: z.object({ count: z.number().int() }).optional().catch(undefined),
})
export type ContractorBill = z.infer<typeof contractorBill>

const billTotal = z.object({ count: z.number().int(), amount: z.number() })
export type BillTotal = z.infer<typeof billTotal>

type BillSum = Readonly<{ status: BillStatus; count: number; amountCents: number }>

/** The totals of each status, and of all that count toward the overall total. */
export const totalsOf = (sums: readonly BillSum[]) => {
  const totalOf = (statuses: readonly BillStatus[]) => {
    const chosen = sums.filter(({ status }) => statuses.includes(status))
    return {
      count: chosen.reduce((sum, { count }) => sum + count, 0),
      amount: decimalFromCents(chosen.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    }
  }
  const totals = Object.fromEntries(ALL_STATUSES.map((status) => [status, totalOf([status])]))
  return { totals: totals as Record<BillStatus, BillTotal>, total: totalOf(COUNTED_STATUSES) }
}

const sumOf = ({ status, amount }: ContractorBill): BillSum => ({
  status,
  count: 1,
  amountCents: centsOf(amount),
})

const billSearch = optionalLine(INVOICE_NUMBER_LENGTH_MAX)

export const listVendorBills = {
  method: 'POST',
  path: '/api/cup/vendor-bills',
  summary: 'The bills of the caller’s vendor, newest first, with exact totals',
  access: 'contractor',
  body: z.object({
    vendorName: line(QBO_NAME_LENGTH_MAX),
    token: verificationToken.optional(),
    /** All statuses by default. */
    status: z.enum(ALL_STATUSES).optional(),
    /** Only this bill, or none if it isn't one of theirs. */
    billId: taskId.optional(),
    /** Part of an invoice number, or an amount. The totals are of what it finds. */
    search: billSearch,
    /** The maximum number of bills per status, after skipping `offset`; all by default. */
    limit: z.number().int().min(1).max(BILLS_PAGE_MAX).optional(),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  response: filled(
    z.object({
      bills: z.array(contractorBill),
      /** Totals of all bills, not only the requested ones. */
      totals: z.record(z.enum(ALL_STATUSES), billTotal),
      /** Without those that were turned down or withdrawn. */
      total: billTotal,
    }),
    'totals',
    ({ bills }) => totalsOf(rowsOf(contractorBill, bills).map(sumOf)),
  ),
  errors: ['contractor_not_approved', 'other_vendor', 'bills_failed'],
} as const satisfies Endpoint

export const exportVendorBills = {
  method: 'GET',
  path: '/api/cup/vendor-bills.csv',
  summary: 'The bills of the caller’s vendor as CSV that is safe to open in a spreadsheet',
  access: 'contractor',
  limit: 'export',
  query: z.object({ search: billSearch }),
  file: 'text/csv',
  response: z.unknown(),
  errors: ['contractor_not_approved'],
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
