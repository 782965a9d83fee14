// The terms that customers agree to when they pay, each version by the day it began to apply.

/** New terms get a new day at the end; the earlier ones stay, because a payment may be repeated or looked at later. */
export const TERMS_VERSIONS = ['2026-11-16'] as const
type TermsVersion = (typeof TERMS_VERSIONS)[number]

/** What the page at /terms says. */
export const TERMS_VERSION: TermsVersion = '2026-11-16'
