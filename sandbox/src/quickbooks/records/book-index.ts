// An in-memory index of names, document numbers and next ids, so writes don't have to search.
import type { EntityName, Ref } from './entities.ts'

/** Customers and vendors share one namespace, which ignores case. */
export const nameKey = (displayName: string) => `name:${displayName.toLowerCase()}`
export const accountKey = (fullName: string) => `account:${fullName.toLowerCase()}`
export const billKey = (vendorId: string, number: string) => `bill:${vendorId}:${number}`
export const saleKey = (number: string) => `sale:${number}`

/** A record of any type. */
export type Loose = Partial<Record<string, unknown>> & { readonly Id: string }
export type Holder = { readonly name: EntityName; readonly Id: string }

/** Types that share one sequence of ids, as in QuickBooks. */
const ID_FAMILY = {
  Vendor: 'names',
  Customer: 'names',
  Account: 'accounts',
  Item: 'items',
  PaymentMethod: 'methods',
  Bill: 'transactions',
  BillPayment: 'transactions',
  Invoice: 'transactions',
  Payment: 'transactions',
  CreditMemo: 'transactions',
  Attachable: 'attachments',
} as const satisfies Record<EntityName, string>

const ID_START = {
  names: 1,
  accounts: 1,
  items: 1,
  methods: 1,
  transactions: 101,
  attachments: 5_000_000_000_001,
} as const satisfies Record<(typeof ID_FAMILY)[EntityName], number>

const keysOf = (name: EntityName, entity: Loose): string[] => {
  const number = typeof entity.DocNumber === 'string' ? entity.DocNumber : ''
  if (name === 'Vendor' || name === 'Customer') return [nameKey(String(entity.DisplayName))]
  if (name === 'Account') return [accountKey(String(entity.FullyQualifiedName))]
  if (number === '') return []
  if (name === 'Bill') return [billKey((entity.VendorRef as Ref).value, number)]
  return name === 'Invoice' || name === 'CreditMemo' ? [saleKey(number)] : []
}

export const createIndex = () => {
  const holders = new Map<string, Map<string, Holder>>()
  const next = new Map<string, number>()
  const used = new Map<string, number>()
  const placeOf = ({ name, Id }: Holder) => `${name}/${Id}`

  return {
    add: (name: EntityName, entity: Loose) => {
      const holder = { name, Id: entity.Id }
      for (const key of keysOf(name, entity)) {
        const group = holders.get(key) ?? new Map<string, Holder>()
        holders.set(key, group.set(placeOf(holder), holder))
      }
    },
    drop: (name: EntityName, entity: Loose) => {
      for (const key of keysOf(name, entity)) {
        const group = holders.get(key)
        group?.delete(placeOf({ name, Id: entity.Id }))
        if (group?.size === 0) holders.delete(key)
      }
    },
    findHolder: (key: string, except?: Holder): Holder | undefined =>
      [...(holders.get(key)?.values() ?? [])].find(
        (holder) => !except || placeOf(holder) !== placeOf(except),
      ),
    /** Later records get higher ids, even after this one is deleted. */
    countPast: (name: EntityName, id: string) => {
      const family = ID_FAMILY[name]
      next.set(family, Math.max(next.get(family) ?? ID_START[family], Number(id) + 1))
    },
    nextId: (name: EntityName): string =>
      String(next.get(ID_FAMILY[name]) ?? ID_START[ID_FAMILY[name]]),
    clear: () => {
      holders.clear()
      for (const [family, id] of next) used.set(family, Math.max(used.get(family) ?? 0, id))
      next.clear()
    },
    /** Call it after seeding. New records get unused ids, so a late webhook about an old record can't name a new one. */
    skipUsed: () => {
      for (const [family, id] of used) next.set(family, Math.max(next.get(family) ?? 0, id))
    },
  }
}
