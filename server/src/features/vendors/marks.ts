// Marks mappings whose vendor or account QuickBooks no longer has. The list never waits long for them.
import type { VendorMapping, VendorPage } from '@invoice-desk/contract/vendors'
import type { Dependencies } from '../../dependencies.ts'

type Books = Pick<Dependencies['books'], 'listVendors' | 'listBillAccounts'>
type Named = Pick<VendorMapping, 'vendor' | 'qb_bill_account'>

export type Marker = (mapping: Named) => NonNullable<VendorMapping['missing']>
export type Marks = { readonly state: VendorPage['marks']; readonly marker?: Marker }

/** What QuickBooks answers later is kept for the next call. */
const WAIT_MS = 1_500

export const readMarks = async (books: Books, waitMs = WAIT_MS): Promise<Marks> => {
  const known = Promise.all([books.listVendors(), books.listBillAccounts()]).then(
    ([vendors, accounts]): Marks => ({ state: 'known', marker: markerOf(vendors, accounts) }),
    (): Marks => ({ state: 'unavailable' }),
  )
  const waited = Promise.withResolvers<Marks>()
  const timer = setTimeout(() => waited.resolve({ state: 'pending' }), waitMs)
  return Promise.race([known, waited.promise]).finally(() => clearTimeout(timer))
}

/** Names are the same whatever their case; an account goes by its full name, or its short one if that is unique. */
export const markerOf = (
  vendors: readonly { name: string }[],
  accounts: readonly { name: string; fullyQualifiedName: string }[],
): Marker => {
  const vendorNames = new Set(vendors.map(({ name }) => name.toLowerCase()))
  const byName = Map.groupBy(accounts, ({ name }) => name.toLowerCase())
  const accountNames = new Set([
    ...accounts.map(({ fullyQualifiedName }) => fullyQualifiedName.toLowerCase()),
    ...[...byName].filter(([, same]) => same.length === 1).map(([name]) => name),
  ])
  return ({ vendor, qb_bill_account: account }) => [
    ...(vendorNames.has(vendor.toLowerCase()) ? [] : (['vendor'] as const)),
    ...(account === '' || accountNames.has(account.toLowerCase())
      ? []
      : (['qb_bill_account'] as const)),
  ]
}
