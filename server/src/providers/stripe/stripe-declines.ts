// Our message for each of Stripe's decline codes.
import { CARD_DECLINES } from '../card-declines.ts'

export const stripeDeclineText = (code = ''): string => DECLINES.get(code) ?? CARD_DECLINES.declined

/** Codes that aren't listed, including lost and stolen cards, get the general message. */
const DECLINES = new Map(
  Object.entries({
    insufficient_funds: CARD_DECLINES.funds,
    card_velocity_exceeded: CARD_DECLINES.limit,
    withdrawal_count_limit_exceeded: CARD_DECLINES.limit,
    card_decline_rate_limit_exceeded: CARD_DECLINES.limit,
    expired_card: CARD_DECLINES.expired,
    invalid_expiry_month: CARD_DECLINES.expired,
    invalid_expiry_year: CARD_DECLINES.expired,
    incorrect_number: CARD_DECLINES.number,
    invalid_number: CARD_DECLINES.number,
    incorrect_cvc: CARD_DECLINES.code,
    invalid_cvc: CARD_DECLINES.code,
    incorrect_zip: CARD_DECLINES.postalCode,
    incorrect_address: CARD_DECLINES.postalCode,
    authentication_required: CARD_DECLINES.bankCheck,
    authentication_not_handled: CARD_DECLINES.bankCheck,
    payment_intent_authentication_failure: CARD_DECLINES.bankCheck,
    card_not_supported: CARD_DECLINES.unsuitable,
    currency_not_supported: CARD_DECLINES.unsuitable,
    invalid_account: CARD_DECLINES.unsuitable,
    not_permitted: CARD_DECLINES.unsuitable,
    service_not_allowed: CARD_DECLINES.unsuitable,
    transaction_not_allowed: CARD_DECLINES.unsuitable,
    duplicate_transaction: CARD_DECLINES.repeated,
    approve_with_id: CARD_DECLINES.busy,
    issuer_not_available: CARD_DECLINES.busy,
    processing_error: CARD_DECLINES.busy,
    reenter_transaction: CARD_DECLINES.busy,
    try_again_later: CARD_DECLINES.busy,
  }),
)
