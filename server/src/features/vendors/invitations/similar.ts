// Finds vendors in QuickBooks that may be the one that sent details, to avoid a second one.
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import type { Similarity } from '@invoice-desk/contract/vendors/vendor-invitations'
import type { Vendor } from '../../../providers/quickbooks/vendors.ts'

type Sent = {
  readonly email: string
  /** The name that staff entered. */
  readonly name: string
  readonly details: Pick<VendorDetails, 'legalName' | 'businessName' | 'address' | 'taxIdLast4'>
  /** The vendor that the email is mapped to. */
  readonly mappedTo: string | undefined
}

/** An old copy may lack what we didn't read yet. */
export type Candidate = Pick<Vendor, 'id' | 'name' | 'email' | 'track1099'> &
  Partial<Pick<Vendor, 'companyName' | 'address' | 'taxIdLast4'>>

/** What each says, so the best match comes first. */
const WEIGHTS: Record<Similarity, number> = {
  mapping: 100,
  tax_id: 50,
  email: 40,
  name: 20,
  address: 10,
}

const SIMILAR_MAX = 6
/** The smallest share of letter pairs that two similar names have in common. */
const NAME_MIN = 0.6

export const findSimilar = <V extends Candidate>(
  sent: Sent,
  vendors: readonly V[],
): { vendor: V; similarities: Similarity[] }[] => {
  const names = [sent.details.legalName, sent.details.businessName, sent.name].map(pairsOf)
  return vendors
    .map((vendor) => {
      const likeness = nameLikeness(names, vendor)
      const similarities = similaritiesOf(sent, vendor, likeness)
      const weight = similarities.reduce((sum, each) => sum + WEIGHTS[each], likeness)
      return { vendor, similarities, weight }
    })
    .filter(({ similarities }) => similarities.length > 0)
    .sort((a, b) => b.weight - a.weight || a.vendor.name.localeCompare(b.vendor.name, 'en'))
    .slice(0, SIMILAR_MAX)
    .map(({ vendor, similarities }) => ({ vendor, similarities }))
}

const similaritiesOf = (
  { email, details, mappedTo }: Sent,
  vendor: Candidate,
  likeness: number,
): Similarity[] => {
  const place = placeOf(details.address)
  const found: Record<Similarity, boolean> = {
    mapping: mappedTo?.toLowerCase() === vendor.name.toLowerCase(),
    tax_id: vendor.taxIdLast4 === details.taxIdLast4,
    email: addressesOf(vendor.email).includes(email),
    name: likeness >= NAME_MIN,
    address: place !== undefined && placeOf(vendor.address) === place,
  }
  return (Object.keys(WEIGHTS) as Similarity[]).filter((each) => found[each])
}

/** QuickBooks may have several, separated by commas. */
const addressesOf = (email = ''): string[] => email.toLowerCase().split(/[\s,;]+/)

const placeOf = (address: Candidate['address']): string | undefined => {
  const { line1 = '', zipCode = '' } = address ?? {}
  const street = line1.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return street === '' || zipCode === '' ? undefined : `${street} ${zipCode.slice(0, 5)}`
}

const nameLikeness = (names: readonly Pairs[], { name, companyName = '' }: Candidate): number =>
  Math.max(
    ...[name, companyName]
      .map(pairsOf)
      .flatMap((theirs) => names.map((ours) => likeness(ours, theirs))),
  )

// Names

/** The pairs of letters in a name, with how often each occurs, and how many there are. */
type Pairs = { readonly counts: ReadonlyMap<string, number>; readonly total: number }

/** These say what a company is, not which one. */
const FORMS =
  /\b(inc|incorporated|llc|llp|lp|ltd|limited|co|company|corp|corporation|pllc|pc|the)\b/g

const pairsOf = (name: string): Pairs => {
  const key = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(FORMS, ' ')
    .replace(/\s+/g, '')
  const counts = new Map<string, number>()
  for (let at = 0; at < key.length - 1; at += 1) {
    const pair = key.slice(at, at + 2)
    counts.set(pair, (counts.get(pair) ?? 0) + 1)
  }
  return { counts, total: Math.max(key.length - 1, 0) }
}

/** From 0, nothing in common, to 1, the same. */
const likeness = (a: Pairs, b: Pairs): number => {
  const shorter = Math.min(a.total, b.total)
  // Even if all of the shorter one is in the longer one.
  if (2 * shorter < NAME_MIN * (a.total + b.total) || shorter === 0) return 0
  let common = 0
  for (const [pair, count] of a.counts) common += Math.min(count, b.counts.get(pair) ?? 0)
  return (2 * common) / (a.total + b.total)
}
