// Vendors, bill accounts and bills of the connected company, from our copy of QuickBooks.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../app-error.ts'
import type { Database } from '../../db/client.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { isVoided } from '../../providers/quickbooks/bills.ts'
import type { RecordKind, Versioned } from '../../providers/quickbooks/changes.ts'
import { FAULT, isFault } from '../../providers/quickbooks/faults.ts'
import type { QuickBooks } from '../../providers/quickbooks/quickbooks.ts'
import type { NewVendor } from '../../providers/quickbooks/vendors.ts'
import { isField, isFieldIgnoringCase, readCopyOr, readRecords } from './copy/reads.ts'
import { type Kept, upsertRecords } from './copy/records.ts'
import { findRealmId } from './queries.ts'

type Vendor = Kept<'vendor'>
type Account = Kept<'account'>

export type Books = ReturnType<typeof createBooks>

export const createBooks = ({
  database: { db },
  quickbooks,
}: {
  readonly database: Database
  readonly quickbooks: QuickBooks
}) => {
  const { bills, company, vendors } = quickbooks.for('staff')

  const listVendors = async (): Promise<Vendor[]> => {
    const copy = await readRecords(db, 'vendor')
    const { value } = await readCopyOr<Vendor[]>(copy, vendors.list)
    return value.filter(({ isActive }) => isActive).sort((a, b) => BY_NAME.compare(a.name, b.name))
  }

  const listBillAccounts = async (): Promise<Account[]> => {
    const copy = await readRecords(db, 'account')
    const { value } = await readCopyOr<Account[]>(copy, company.listBillAccounts)
    return value
      .filter(({ isActive, isForBills }) => isActive && isForBills)
      .sort((a, b) => a.fullyQualifiedName.localeCompare(b.fullyQualifiedName, 'en'))
  }

  /** Asks QuickBooks about a name that isn't in the copy, because the vendor may be new. */
  const findVendor = async (name: string): Promise<Vendor | undefined> => {
    const copy = await readRecords(db, 'vendor', isFieldIgnoringCase('name', name))
    const known = copy && { ...copy, value: copy.value.find(({ isActive }) => isActive) }
    const { value } = await readCopyOr<Vendor | undefined>(known, () => vendors.findByName(name))
    return value
  }

  /** Mappings store an account's full name; older ones store its short name. */
  const findBillAccount = async (name: string): Promise<Account | undefined> => {
    const known = accountNamed(await listBillAccounts(), name)
    // It may be new or renamed.
    return known ?? accountNamed(await company.listBillAccounts(), name)
  }

  /** The bills with this invoice number. Adding a bill checks again with QuickBooks. */
  const findBills = async (vendorId: string, invoiceNumber: string) => {
    const copy = await readRecords(
      db,
      'bill',
      isField('vendorId', vendorId),
      isFieldIgnoringCase('invoiceNumber', invoiceNumber),
    )
    const { value, asOf } = await readCopyOr<Kept<'bill'>[]>(
      copy,
      async () => (await bills.findByInvoiceNumber(vendorId, invoiceNumber)).bills,
    )
    return { bills: value.filter((bill) => !isVoided(bill)), asOf }
  }

  /** Keeps what we've just read from QuickBooks or written to it. If that fails, the next refresh brings it. */
  const keep = (realmId: string, kind: RecordKind, records: readonly Versioned[]): Promise<void> =>
    upsertRecords(db, realmId, kind, records).catch(() => {})

  const createVendor = async (vendor: NewVendor): Promise<Vendor> => {
    const realmId = await findRealmId(db)
    const created = await writeVendor(vendor)
    if (realmId !== undefined) await keep(realmId, 'vendor', [created])
    return created
  }

  const writeVendor = async (vendor: NewVendor) => {
    try {
      return await vendors.create(vendor, `v-${randomUUID()}`)
    } catch (error) {
      if (isFault(error, FAULT.nameTaken)) throw await nameTaken(vendor.name, error)
      const mayExist = error instanceof ProviderError && error.kind === 'outcome_unknown'
      const found = mayExist ? await vendors.findByName(vendor.name) : undefined
      if (found?.email?.toLowerCase() === vendor.email) return found
      throw error
    }
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
    listVendors,
    listBillAccounts,
    findVendor,
    findBillAccount,
    findBills,
    createVendor,
    keep,
  }
}

const BY_NAME = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const accountNamed = (all: readonly Account[], name: string): Account | undefined => {
  const full = all.find((account) => isSameName(account.fullyQualifiedName, name))
  const [only, ...others] = all.filter((account) => isSameName(account.name, name))
  return full ?? (others.length === 0 ? only : undefined)
}

const WITH_ARTICLE = {
  vendor: 'a vendor',
  customer: 'a customer',
  employee: 'an employee',
} as const

/** QuickBooks ignores case in names. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
