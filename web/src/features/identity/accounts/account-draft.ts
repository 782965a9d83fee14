// The name of the draft of an account, which the page reopens.

/** Followed by the account's email, or by nothing for a new account. */
export const ACCOUNT_DRAFT = 'account form '
