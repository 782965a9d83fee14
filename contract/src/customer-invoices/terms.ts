// Lists the versions of the terms of service that customers agree to when they pay, by effective date.

/** Add new versions at the end. Earlier ones stay, because payments refer to them. */
export const TERMS_VERSIONS = ['2026-11-16', '2026-11-18'] as const
type TermsVersion = (typeof TERMS_VERSIONS)[number]

/** The version that the page at /terms shows. */
export const TERMS_VERSION: TermsVersion = '2026-11-18'
