// The human check: its actions and the token that a page sends.
import { z } from 'zod'

export const HUMAN_CHECK_SEARCH = 'search_invoice'
export const HUMAN_CHECK_ZIP = 'check_zip'
export const HUMAN_CHECK_EMAIL = 'email_link'
export const HUMAN_CHECK_PAY = 'pay_invoice'
export const HUMAN_CHECK_VERIFY = 'send_verification'
export const HUMAN_CHECK_SUBMIT = 'submit_invoice'

/** Needed only after a call failed with `human_check_required`. Valid for one call. */
export const captchaToken = z.string().max(5_000).optional()
