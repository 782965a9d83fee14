// What a payer reads when the card or wallet provider says no: our sentence for each of its codes, never its own text.
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'

/** For what ended without a word from the provider. */
export const NOT_CHARGED_TEXT =
  "Payment failed. You weren't charged. Please try again or use another payment method."

const CARD = {
  declined: "Your card was declined. You weren't charged. Try another card or contact your bank.",
  funds: "Your card has insufficient funds. You weren't charged. Try another card.",
  limit: "Your card is over its limit. You weren't charged. Try another card or contact your bank.",
  expired: "Your card has expired. You weren't charged. Try another card.",
  number: "Your card number is incorrect. You weren't charged. Check it and try again.",
  code: "Your card's security code is incorrect. You weren't charged. Check it and try again.",
  postcode: "The postal code doesn't match your card. You weren't charged. Check it and try again.",
  bankCheck:
    "Your bank couldn't confirm that it was you. You weren't charged. Try again or use another card.",
  unsuitable: "Your card can't be used for this payment. You weren't charged. Try another card.",
  repeated:
    "Your bank flagged this as a duplicate of a recent payment. You weren't charged again. Check your card statement before you try again.",
  busy: "Your bank couldn't process your card right now. You weren't charged. Try again in a few minutes or use another card.",
}

const WALLET = {
  declined:
    "PayPal declined this payment. You weren't charged. Pay by card instead or contact PayPal.",
  instrument:
    "PayPal couldn't use the payment method you chose. You weren't charged. Choose another one in PayPal.",
  action:
    "PayPal needs you to confirm this payment again. You weren't charged. Press the PayPal button to continue.",
  account:
    "PayPal can't take a payment from your account. You weren't charged. Pay by card instead or contact PayPal.",
  limit: "PayPal doesn't allow a payment this large. You weren't charged. Pay by card instead.",
}

/** Codes that are not here, lost and stolen cards among them, get the general sentence. */
const CARD_CODES = new Map(
  Object.entries({
    insufficient_funds: CARD.funds,
    card_velocity_exceeded: CARD.limit,
    withdrawal_count_limit_exceeded: CARD.limit,
    expired_card: CARD.expired,
    invalid_expiry_month: CARD.expired,
    invalid_expiry_year: CARD.expired,
    incorrect_number: CARD.number,
    invalid_number: CARD.number,
    incorrect_cvc: CARD.code,
    invalid_cvc: CARD.code,
    incorrect_zip: CARD.postcode,
    incorrect_address: CARD.postcode,
    authentication_required: CARD.bankCheck,
    authentication_not_handled: CARD.bankCheck,
    card_decline_rate_limit_exceeded: CARD.limit,
    payment_intent_authentication_failure: CARD.bankCheck,
    card_not_supported: CARD.unsuitable,
    currency_not_supported: CARD.unsuitable,
    invalid_account: CARD.unsuitable,
    not_permitted: CARD.unsuitable,
    service_not_allowed: CARD.unsuitable,
    transaction_not_allowed: CARD.unsuitable,
    duplicate_transaction: CARD.repeated,
    approve_with_id: CARD.busy,
    issuer_not_available: CARD.busy,
    processing_error: CARD.busy,
    reenter_transaction: CARD.busy,
    try_again_later: CARD.busy,
  }),
)

const WALLET_CODES = new Map(
  Object.entries({
    INSTRUMENT_DECLINED: WALLET.instrument,
    REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: WALLET.instrument,
    PAYER_ACTION_REQUIRED: WALLET.action,
    PAYER_ACCOUNT_RESTRICTED: WALLET.account,
    PAYER_ACCOUNT_LOCKED_OR_CLOSED: WALLET.account,
    PAYER_CANNOT_PAY: WALLET.account,
    TRANSACTION_LIMIT_EXCEEDED: WALLET.limit,
    TRANSACTION_RECEIVING_LIMIT_EXCEEDED: WALLET.limit,
  }),
)

/** `reason` is the provider's code: Stripe's decline or error code, PayPal's issue. */
export const declineTextOf = (method: PaymentMethod, reason: string | undefined): string => {
  const [texts, codes] = method === 'stripe' ? [CARD, CARD_CODES] : [WALLET, WALLET_CODES]
  return codes.get(reason ?? '') ?? texts.declined
}
