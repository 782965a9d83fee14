// Errors of any call and of the human check. Pages that need no others load only these.

export type ErrorEntry = { readonly status: number; readonly text: string }

export const COMMON_ERRORS = {
  // Any call
  invalid_input: { status: 400, text: 'Check what you entered and try again.' },
  malformed_request: { status: 400, text: "We couldn't read the request." },
  not_found: { status: 404, text: "We couldn't find that." },
  method_not_allowed: { status: 405, text: "This URL doesn't support that method." },
  request_timeout: { status: 408, text: 'The request took too long.' },
  headers_too_large: { status: 431, text: 'The URL or the headers are too long.' },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: { status: 415, text: "This content type isn't supported." },
  /** The server appends how long to wait, here and for `too_many_declines`. */
  rate_limited: { status: 429, text: 'Too many requests.' },
  internal: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  unavailable: {
    status: 503,
    text: 'The service is starting or stopping. Please try again in a moment.',
  },
  changed_meanwhile: {
    status: 409,
    text: 'Someone else changed this while you were working. Reload the page and try again.',
  },

  // The human check
  human_check_required: {
    status: 403,
    text: "Please confirm that you're a person and try again.",
  },
  human_check_missing: {
    status: 400,
    text: 'Failed to verify the human check. Please try again.',
  },
  human_check_failed: {
    status: 502,
    text: 'Failed to verify the human check. Please try again.',
  },
  not_human: { status: 403, text: 'Failed to verify you are human. Please try again.' },
} as const satisfies Record<string, ErrorEntry>
