// The federal tax classifications of a vendor, as on form W-9, and what follows from them.
import type { TaxIdType } from './tax-id.ts'

export const TAX_CLASSIFICATION_LABELS = {
  individual: 'Individual, sole proprietor or single-member LLC',
  c_corporation: 'C corporation',
  s_corporation: 'S corporation',
  partnership: 'Partnership',
  trust_estate: 'Trust or estate',
  llc_c: 'LLC taxed as a C corporation',
  llc_s: 'LLC taxed as an S corporation',
  llc_partnership: 'LLC taxed as a partnership',
  other: 'Other, such as a nonprofit or a government agency',
} as const
export type TaxClassification = keyof typeof TAX_CLASSIFICATION_LABELS
export const TAX_CLASSIFICATIONS = Object.keys(TAX_CLASSIFICATION_LABELS) as TaxClassification[]

/** People, and trusts of one person, may use a social security number. Everyone else has an EIN. */
export const taxIdTypesOf = (classification: TaxClassification): readonly TaxIdType[] =>
  classification === 'individual' || classification === 'trust_estate' ? ['SSN', 'EIN'] : ['EIN']

const EXEMPT: readonly TaxClassification[] = [
  'c_corporation',
  's_corporation',
  'llc_c',
  'llc_s',
  'other',
]

/** Payments to corporations usually aren't reported. Staff decide, because some are, such as those to lawyers. */
export const isUsuallyReported = (classification: TaxClassification): boolean =>
  !EXEMPT.includes(classification)
