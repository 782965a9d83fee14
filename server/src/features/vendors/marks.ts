// Marks mappings whose vendor or account QuickBooks no longer has, without delaying the list for long.
import type { VendorMapping, VendorPage } from '@invoice-desk/contract/vendors'
import type { Dependencies } from '../../dependencies.ts'

type Books = Pick<Dependencies['books'], 'listVendors' | 'listBillAccounts'>
type Named = Pick<VendorMapping, 'vendor' | 'qb_bill_account'>

export type Marker = (mapping: Named) => NonNullable<VendorMapping['missing']>
export type Marks = { readonly state: VendorPage['marks']; readonly marker?: Marker }

/** How long a list waits for QuickBooks. */
const WAIT_MS = 1_500

export const createMarks = (books: Books, now: () => number = Date.now) => {
  let reading: { readonly answer: Promise<Marks>; readonly until: number } | undefined

  const read = (): Promise<Marks> =>
    Promise.all([books.listVendors(), books.listBillAccounts()])
      .then(
        ([vendors, accounts]): Marks => ({ state: 'known', marker: markerOf(vendors, accounts) }),
        (): Marks => ({ state: 'unavailable' }),
      )
      .finally(() => {
        reading = undefined
      })

  /** Concurrent lists share one read and its wait. */
  return async (): Promise<Marks> => {
    reading ??= { answer: read(), until: now() + WAIT_MS }
    const { answer, until } = reading
    const waited = Promise.withResolvers<Marks>()
    const timer = setTimeout(() => waited.resolve({ state: 'pending' }), Math.max(0, until - now()))
    return Promise.race([answer, waited.promise]).finally(() => clearTimeout(timer))
  }
}

/** Ignores case. An account is found by its full name, or by its short name if that's unique. */
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
