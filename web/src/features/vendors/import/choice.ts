// Which vendors are found and chosen for an import.

import { VENDOR_IMPORT_MAX } from '@invoice-desk/contract/values/limits'
import type { ImportableVendor } from '@invoice-desk/contract/vendors/vendor-import'
import { counted } from '../../../shared/text/count-text.ts'

/** Each word must occur in the name or the email. */
export const matching = (
  vendors: readonly ImportableVendor[],
  search: string,
): readonly ImportableVendor[] => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return vendors
  return vendors.filter(({ name, email }) => {
    const text = `${name} ${email}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export const toggled = (chosen: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Only one vendor can be mapped to an email. For each vendor that shares one: the name of another that has it. */
export const sharersIn = (vendors: readonly ImportableVendor[]): ReadonlyMap<string, string> => {
  const byEmail = Map.groupBy(vendors, ({ email }) => email)
  const sharers = new Map<string, string>()
  for (const { id, email } of vendors) {
    const other = byEmail.get(email)?.find((each) => each.id !== id)
    if (other) sharers.set(id, other.name)
  }
  return sharers
}

/** How many of those shown are chosen: `all` also if one import allows no more. */
export const amountChosen = (
  chosen: ReadonlySet<string>,
  shown: readonly ImportableVendor[],
): 'none' | 'some' | 'all' => {
  const count = shown.filter(({ id }) => chosen.has(id)).length
  if (count === 0) return 'none'
  return count === shown.length || chosen.size >= VENDOR_IMPORT_MAX ? 'all' : 'some'
}

/** Chooses all that are shown, as far as one import allows, or none of them. */
export const allToggled = (
  chosen: ReadonlySet<string>,
  shown: readonly ImportableVendor[],
): ReadonlySet<string> => {
  const next = new Set(chosen)
  const isAll = amountChosen(chosen, shown) === 'all'
  for (const { id } of shown) {
    if (isAll) next.delete(id)
    else if (next.size < VENDOR_IMPORT_MAX) next.add(id)
  }
  return next
}

/** What one click selects. Vendors that share an email are left out. */
export const allLabel = (
  selectable: number,
  { isSearch, hasSharers }: { readonly isSearch: boolean; readonly hasSharers: boolean },
): string => {
  const isFirst = selectable > VENDOR_IMPORT_MAX
  const count = `${isFirst ? 'the first' : 'all'} ${counted(Math.min(selectable, VENDOR_IMPORT_MAX), 'vendor')}`
  return `Select ${count}${isSearch ? ' found' : ''}${hasSharers ? " that don't share an email" : ''}`
}
