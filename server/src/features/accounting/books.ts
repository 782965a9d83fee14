// Vendors and bill accounts of the connected company, from lists that are a minute old at most.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { BillAccount } from '../../providers/quickbooks/accounts.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import type { NewVendor, Vendor } from '../../providers/quickbooks/vendors.ts'
import { createShortCache } from './invoices/short-cache.ts'

const KEEP_MS = 60_000

export type Books = ReturnType<typeof createBooks>

export const createBooks = (dependencies: Pick<Dependencies, 'quickbooks'>) => {
  const quickbooks = dependencies.quickbooks.for('staff')
  const vendors = createShortCache(() => quickbooks.vendors.list(), KEEP_MS)
  const accounts = createShortCache(() => quickbooks.accounts.listForBills(), KEEP_MS)

  /** A name that is not in the list is asked for by itself: it may be newer than the list. */
  const findVendor = async (name: string): Promise<Vendor | undefined> => {
    const known = (await vendors.get()).find((vendor) => isSameName(vendor.name, name))
    return known ?? quickbooks.vendors.findByName(name)
  }

  /** Mappings name an account by its full name, older ones by its short one. */
  const findBillAccount = async (name: string): Promise<BillAccount | undefined> => {
    const all = await accounts.get()
    const full = all.find((account) => isSameName(account.fullyQualifiedName, name))
    const [only, ...others] = all.filter((account) => isSameName(account.name, name))
    return full ?? (others.length === 0 ? only : undefined)
  }

  const createVendor = async (vendor: NewVendor): Promise<Vendor> => {
    try {
      return await quickbooks.vendors.create(vendor, `v-${randomUUID()}`)
    } catch (error) {
      if (isFault(error, FAULT.nameTaken)) throw await nameTaken(vendor.name, error)
      const mayBeDone = error instanceof ProviderError && error.kind === 'outcome_unknown'
      const found = mayBeDone ? await quickbooks.vendors.findByName(vendor.name) : undefined
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
    const advice = free ? `such as "${free}"` : 'such as one with the city added'
    return new AppError('qbo_name_taken', {
      field: 'name',
      text: `QuickBooks already has ${WITH_ARTICLE[holder]} called "${name}". Please use another name, ${advice}.`,
      cause,
    })
  }

  return {
    listVendors: vendors.get,
    listBillAccounts: accounts.get,
    findVendor,
    findBillAccount,
    createVendor,
    /** Another company may be behind the connection now, or a list has turned out to be wrong. */
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

/** QuickBooks does not tell names apart by case. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
