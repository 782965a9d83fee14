// The messages payers see when a card is declined. We write our own and never show the provider's.

export const CARD_DECLINES = {
  declined: "Your card was declined. You weren't charged. Try another card or contact your bank.",
  funds: "Your card has insufficient funds. You weren't charged. Try another card.",
  limit: "Your card is over its limit. You weren't charged. Try another card or contact your bank.",
  expired: "Your card has expired. You weren't charged. Try another card.",
  number: "Your card number is incorrect. You weren't charged. Check it and try again.",
  code: "Your card's security code is incorrect. You weren't charged. Check it and try again.",
  postalCode:
    "The postal code doesn't match your card. You weren't charged. Check it and try again.",
  bankCheck:
    "Your bank couldn't confirm that it was you. You weren't charged. Try again or use another card.",
  unsuitable: "Your card can't be used for this payment. You weren't charged. Try another card.",
  repeated:
    "Your bank flagged this as a duplicate of a recent payment. You weren't charged again. Check your card statement before you try again.",
  busy: "Your bank couldn't process your card right now. You weren't charged. Try again in a few minutes or use another card.",
}
