// Creates and changes vendors in QuickBooks, in ways that can be repeated.
import { randomUUID } from 'node:crypto'
import { taxIdDigits } from '@invoice-desk/contract/values/tax-id'
import type { Db } from '../../db/client.ts'
import { AppError } from '../../lib/app-error.ts'
import { isSameVendor } from '../../lib/vendor-name.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { RecordKind, Versioned } from '../../providers/quickbooks/changes.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import type {
  NameHolder,
  NewVendor,
  Vendor,
  VendorChange,
  Vendors,
} from '../../providers/quickbooks/vendors.ts'
import { findRealmId } from './connection/queries.ts'

export const createVendorWrites = ({
  db,
  vendors,
  keep,
}: {
  readonly db: Db
  readonly vendors: Vendors
  /** Adds records to our copy. */
  readonly keep: (realmId: string, kind: RecordKind, records: readonly Versioned[]) => Promise<void>
}) => {
  /** Keeps the result in our copy, unless another company is connected by then. */
  const kept = async <T extends Vendor | undefined>(
    write: (realmId: string | undefined) => Promise<T>,
  ): Promise<T> => {
    const realmId = await findRealmId(db)
    const vendor = await write(realmId)
    if (realmId !== undefined && vendor) await keep(realmId, 'vendor', [vendor])
    return vendor
  }

  const create = async (vendor: NewVendor, requestId: string): Promise<Vendor> => {
    try {
      return await vendors.create(vendor, requestId)
    } catch (error) {
      if (isFault(error, FAULT.nameTaken)) throw await nameTaken(vendor.name, error)
      const mayExist = error instanceof ProviderError && error.kind === 'outcome_unknown'
      const found = mayExist ? await vendors.findByName(vendor.name) : undefined
      if (found?.email?.toLowerCase() !== vendor.email || !hasDetails(found, vendor)) throw error
      return found
    }
  }

  const change = async (
    realmId: string,
    { id, name }: Pick<Vendor, 'id' | 'name'>,
    given: VendorChange,
  ): Promise<Vendor | undefined> => {
    const current = await vendors.findById(realmId, id)
    if (!current) return undefined
    // It was renamed, or another company is connected where the id is someone else's.
    if (!isSameVendor(current.name, name)) throw new AppError('changed_meanwhile')
    // Staff may have entered another email there.
    const email = current.email ? undefined : given.email
    return vendors.update(realmId, current, { ...given, email }, `v-${randomUUID()}`)
  }

  const nameTaken = async (name: string, cause: unknown): Promise<AppError> => {
    const others = [`${name} (Vendor)`, `${name} (Vendor 2)`, `${name} (Vendor 3)`]
    const holders = await vendors.findNameHolders([name, ...others])
    const holder = holders.get(name.toLowerCase()) ?? 'employee'
    const free = others.find((other) => !holders.has(other.toLowerCase()))
    const advice = free ? `such as "${free}"` : 'for example with the city added'
    return new AppError('qbo_name_taken', {
      field: 'name',
      text: `QuickBooks already has ${WITH_ARTICLE[holder]} named "${name}". Use a different name, ${advice}.`,
      cause,
    })
  }

  return {
    /** With the same request id, it creates the vendor only once. */
    createVendor: (vendor: NewVendor, requestId = `v-${randomUUID()}`): Promise<Vendor> =>
      kept(() => create(vendor, requestId)),

    /** Undefined if QuickBooks doesn't have the vendor. Repeating it changes nothing more. */
    changeVendor: (
      vendor: Pick<Vendor, 'id' | 'name'>,
      given: VendorChange,
    ): Promise<Vendor | undefined> =>
      kept(async (realmId) => {
        if (realmId === undefined) throw new AppError('qbo_not_connected')
        return change(realmId, vendor, given).catch((error: unknown) => {
          // Someone changed it between our read and our write.
          if (isFault(error, FAULT.stale)) return change(realmId, vendor, given)
          throw error
        })
      }),
  }
}

/** Whether it's the vendor we tried to create, and not one that had the name before. */
const hasDetails = (found: Vendor, { address, taxId = '' }: NewVendor): boolean =>
  found.taxIdLast4 === taxIdDigits(taxId).slice(-4) && found.address.line1 === address.line1

const WITH_ARTICLE = {
  vendor: 'a vendor',
  customer: 'a customer',
  employee: 'an employee',
} as const satisfies Record<NameHolder | 'employee', string>
