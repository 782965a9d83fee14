// The human check: the actions it is asked about, and the token that a page sends.
import { z } from 'zod'

export const HUMAN_CHECK_SEARCH = 'search_invoice'
export const HUMAN_CHECK_PAY = 'pay_invoice'
export const HUMAN_CHECK_VERIFY = 'send_verification'

/** Only needed once a call was refused with `human_check_required`; it is good for one call. */
export const captchaToken = z.string().max(5_000).optional()
