// Errors of contractors: their link, and the invoices they submit.
import type { ErrorEntry } from '../http/common-errors.ts'

export const CONTRACTOR_ERRORS = {
  // Contractor: the verified email and its vendor
  token_missing: { status: 401, text: 'No token provided' },
  token_invalid: { status: 401, text: 'Invalid token' },
  token_expired: { status: 401, text: 'Token has expired' },
  return_url_refused: { status: 400, text: 'The link can only lead back to this site.' },
  verification_mail_failed: { status: 500, text: 'Failed to send verification email' },
  contractor_not_approved: {
    status: 403,
    text: 'You need to be an approved contractor before submitting invoices. Please check the spelling or contact our office.',
  },
  other_email: {
    status: 403,
    text: 'You verified a different email address. Please verify your email again.',
  },
  other_vendor: {
    status: 403,
    text: 'Your email address belongs to a different vendor. Please verify your email again.',
  },
  vendor_mapping_unknown: { status: 404, text: 'Vendor mapping not found' },
  bills_failed: { status: 500, text: 'Failed to fetch bills' },

  // Contractor: submitting an invoice
  submission_not_approved: {
    status: 403,
    text: 'You must be an approved contractor to submit invoices',
  },
  file_too_large: { status: 413, text: 'File size must be less than 10MB' },
  file_empty: { status: 400, text: 'This file is empty. Choose another one.' },
  file_type_refused: {
    status: 400,
    text: "This isn't a PDF, PNG or JPEG file. Choose another one.",
  },
  bill_exists: { status: 409, text: 'This invoice has already been submitted.' },
  similar_bill: {
    status: 409,
    text: "This looks like an invoice you already submitted. Confirm that it's a different one.",
  },
  bill_unknown: { status: 404, text: "We couldn't find this invoice among yours." },
  submission_key_reused: {
    status: 409,
    text: 'This form was already submitted with different values. Reload the page and try again.',
  },
  submit_failed: { status: 500, text: 'Failed to submit invoice' },
  file_link_invalid: {
    status: 403,
    text: "This link isn't valid or has expired. Go back to the invoice and open the file again.",
  },
  file_gone: { status: 404, text: 'This file no longer exists.' },
} as const satisfies Record<string, ErrorEntry>
