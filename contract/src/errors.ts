// The one table of errors: code, HTTP status and the text a person reads. The wire is `{error, code}`.
import { z } from 'zod'

type ErrorEntry = { readonly status: number; readonly text: string }

export const ERRORS = {
  // Any call
  invalid_input: { status: 400, text: 'Please check what you entered and try again.' },
  malformed_request: { status: 400, text: 'The request could not be read.' },
  not_found: { status: 404, text: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, text: 'This address does not support that method.' },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: { status: 415, text: 'This content type is not supported.' },
  rate_limited: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  internal: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, text: 'The service is starting or stopping. Please try again.' },
  changed_meanwhile: {
    status: 409,
    text: 'Someone else changed this meanwhile. Please reload and try again.',
  },

  // Identity
  sign_in_required: { status: 401, text: 'Please sign in.' },
  session_expired: { status: 401, text: 'Your sign-in has expired. Please sign in again.' },
  account_not_provisioned: {
    status: 403,
    text: 'This account has not been provisioned for Invoice Desk.',
  },
  account_disabled: { status: 403, text: 'This account has been disabled.' },
  tool_not_enabled: { status: 403, text: 'This tool is not enabled for your account.' },
  admin_required: { status: 403, text: 'Only an administrator can do this.' },
  google_start_failed: { status: 502, text: 'Failed to initialize Google login' },
  google_validation_failed: { status: 400, text: 'Validation failed' },
  google_unavailable: {
    status: 502,
    text: 'Google sign-in is not answering. Please try again in a moment.',
  },
  account_exists: { status: 409, text: 'This e-mail already has an account.' },
  account_unknown: { status: 404, text: 'There is no account with this e-mail.' },
  account_protected: {
    status: 409,
    text: 'This administrator is set by the server configuration and cannot be changed here.',
  },
  account_self: { status: 409, text: 'You cannot disable or demote your own account.' },

  // Jobs
  job_unknown: { status: 404, text: 'This job is no longer in the list.' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  /** The input the error concerns, as a dotted path, when there is one. */
  field: z.string().optional(),
})

export type ErrorBody = z.infer<typeof errorBody>
