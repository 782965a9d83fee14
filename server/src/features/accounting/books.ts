// Vendors and bill accounts of the connected company, cached for a minute.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { BillAccount } from '../../providers/quickbooks/company.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import type { QuickBooks } from '../../providers/quickbooks/quickbooks.ts'
import type { NewVendor, Vendor } from '../../providers/quickbooks/vendors.ts'
import { createSharedReads } from './shared-reads.ts'

const CACHE_MS = 60_000

export type Books = ReturnType<typeof createBooks>

export const createBooks = (dependencies: { readonly quickbooks: QuickBooks }) => {
  const quickbooks = dependencies.quickbooks.for('staff')
  const vendors = createSharedReads<Vendor[]>(CACHE_MS)
  const accounts = createSharedReads<BillAccount[]>(CACHE_MS)
  const listVendors = () => vendors.get('all', quickbooks.vendors.list)
  const listBillAccounts = () => accounts.get('all', quickbooks.company.listBillAccounts)

  /** Asks QuickBooks about a name that isn't in the cached list, because the vendor may be newer than the list. */
  const findVendor = async (name: string): Promise<Vendor | undefined> => {
    const known = (await listVendors()).find((vendor) => isSameName(vendor.name, name))
    return known ?? quickbooks.vendors.findByName(name)
  }

  /** Mappings store an account's full name; older ones store its short name. */
  const findBillAccount = async (name: string): Promise<BillAccount | undefined> => {
    const all = await listBillAccounts()
    const full = all.find((account) => isSameName(account.fullyQualifiedName, name))
    const [only, ...others] = all.filter((account) => isSameName(account.name, name))
    return full ?? (others.length === 0 ? only : undefined)
  }

  const createVendor = async (vendor: NewVendor): Promise<Vendor> => {
    try {
      return await quickbooks.vendors.create(vendor, `v-${randomUUID()}`)
    } catch (error) {
      if (isFault(error, FAULT.nameTaken)) throw await nameTaken(vendor.name, error)
      const mayExist = error instanceof ProviderError && error.kind === 'outcome_unknown'
      const found = mayExist ? await quickbooks.vendors.findByName(vendor.name) : undefined
      if (found?.email?.toLowerCase() === vendor.email) return found
      throw error
    } finally {
      vendors.clear()
    }
  }

  const nameTaken = async (name: string, cause: unknown): Promise<AppError> => {
    const others = [`${name} (Vendor)`, `${name} (Vendor 2)`, `${name} (Vendor 3)`]
    const holders = await quickbooks.vendors.findNameHolders([name, ...others])
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
    listVendors,
    listBillAccounts,
    findVendor,
    findBillAccount,
    createVendor,
    /** For when a different company may be connected, or a list is out of date. */
    forget: () => {
      vendors.clear()
      accounts.clear()
    },
  }
}

const WITH_ARTICLE = {
  vendor: 'a vendor',
  customer: 'a customer',
  employee: 'an employee',
} as const

/** QuickBooks ignores case in names. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
