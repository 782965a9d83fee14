// Which QuickBooks vendor the details are for, and what accepting them would change there.
import { isUsuallyReported } from '@invoice-desk/contract/values/tax-classification'
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import type { Similarity, SimilarVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import type { VendorMapping } from '@invoice-desk/contract/vendors/vendors'

/** The id of a vendor in QuickBooks, or `new`. */
export type Choice = string
export const NEW: Choice = 'new'

export const SIMILARITY_LABELS: Readonly<Record<Similarity, string>> = {
  mapping: 'Mapped to this email',
  email: 'Same email',
  tax_id: 'Same tax ID ending',
  name: 'Similar name',
  address: 'Same address',
}

/** Whether this may be the same vendor. Many have a similar name, and some share an address. */
const isLikely = ({ similarities }: SimilarVendor) =>
  similarities.includes('email') || similarities.includes('tax_id')

/** A tax ID alone isn't enough: two vendors can have the same last digits by chance. */
const isSure = ({ similarities }: SimilarVendor) =>
  similarities.includes('email') ||
  (similarities.includes('tax_id') && similarities.includes('name'))

const isMappedTo = ({ similarities }: SimilarVendor) => similarities.includes('mapping')

/** The emails that may use the vendor now, if accepting lets another email use it too. */
export const sharedWith = (vendor: SimilarVendor): readonly string[] =>
  isMappedTo(vendor) ? [] : vendor.mappedEmails

/** The vendor that the email is mapped to, or one that is surely the same and isn't mapped to another email. */
export const defaultChoice = (similar: readonly SimilarVendor[]): Choice => {
  const own = similar.find(isMappedTo)
  const sure = similar.find((vendor) => isSure(vendor) && sharedWith(vendor).length === 0)
  return (own ?? sure)?.id ?? NEW
}

/** Someone who is tracked stays tracked, unless staff decide otherwise. */
export const defaultTracking = (
  { classification }: VendorDetails,
  mapping: VendorMapping | undefined,
  chosen: SimilarVendor | undefined,
): boolean =>
  isUsuallyReported(classification) || mapping?.track1099 === true || chosen?.track1099 === true

type Choosing = {
  readonly email: string
  readonly details: Pick<VendorDetails, 'taxIdLast4'>
  readonly similar: readonly SimilarVendor[]
  readonly mapping: VendorMapping | undefined
  readonly chosen: SimilarVendor | undefined
  /** The name of the vendor to create, if none is chosen. */
  readonly newName: string
}

const emailList = new Intl.ListFormat('en-US')

/** What to know before accepting. */
export const warningsOf = (choosing: Choosing): readonly string[] => {
  const { email, details, similar, mapping, chosen, newName } = choosing
  const warnings: string[] = []
  const next = chosen?.name ?? newName.trim()
  const isMoved = mapping && !isSame(mapping.vendor, next)
  if (isMoved)
    warnings.push(
      `This email is mapped to ${mapping.vendor}. Accepting changes that to ${next || 'the new vendor'}.`,
    )
  const others = chosen ? sharedWith(chosen) : []
  if (others.length > 0)
    warnings.push(
      `${next} is already mapped to ${emailList.format(others)}. Accepting also lets ${email} see its bills and submit invoices.`,
    )
  if (chosen && !isMappedTo(chosen) && !chosen.similarities.includes('email'))
    warnings.push(
      `${email} isn't an email we have for ${next}. Check with the vendor before you accept, for example at a phone number that you already know.`,
    )
  if (chosen?.taxIdLast4 && chosen.taxIdLast4 !== details.taxIdLast4)
    warnings.push(`This replaces the tax ID ending in ${chosen.taxIdLast4}.`)
  const twin = chosen || isMoved ? undefined : similar.find(isLikely)
  if (twin) warnings.push(`${twin.name} may be the same vendor. A new one could be a duplicate.`)
  return warnings
}

export type Field = {
  readonly label: string
  /** In QuickBooks. */
  readonly now: string
  readonly next: string
  /** `alike`: replaced, although it looks the same. */
  readonly effect: 'same' | 'alike' | 'added' | 'changed'
}

type Sent = { readonly details: VendorDetails; readonly email: string; readonly track1099: boolean }

/** What QuickBooks has, and what it would have. */
export const compareVendor = (vendor: SimilarVendor, sent: Sent): readonly Field[] => {
  const { legalName, address, taxIdType, taxIdLast4 } = sent.details
  // Staff may have entered another email on purpose, so it's kept.
  const email = vendor.email || sent.email
  return [
    field('Legal name', vendor.companyName, legalName),
    field('Address', addressText(vendor.address), addressText(address)),
    taxIdField(vendor.taxIdLast4, taxIdType, taxIdLast4),
    field('Email', vendor.email, email),
    field('1099', trackingText(vendor.track1099), trackingText(sent.track1099)),
  ]
}

const field = (label: string, now: string, next: string): Field => ({
  label,
  now,
  next,
  effect: isSame(now, next) ? 'same' : now === '' ? 'added' : 'changed',
})

const taxIdField = (now: string, type: string, next: string): Field => {
  const { effect, label } = field('Tax ID', now, next)
  return {
    label,
    now: endingIn(label, now),
    next: endingIn(type, next),
    // We can't compare the other digits.
    effect: effect === 'same' ? 'alike' : effect,
  }
}

const isSame = (a: string, b: string): boolean => normalize(a) === normalize(b)
const normalize = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

type Address = SimilarVendor['address']

/** On one line, without parts that are missing. */
export const addressText = ({ line1, city, state, zipCode }: Address): string =>
  [line1, city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', ')

/** Such as `SSN ending in 6789`. */
export const endingIn = (type: string, last4: string) => (last4 ? `${type} ending in ${last4}` : '')
const trackingText = (isTracked: boolean) => (isTracked ? 'Tracked' : 'Not tracked')
