// Vendors, bill accounts and bills of the connected company, from our copy of QuickBooks.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../db/client.ts'
import { isSameVendor } from '../../lib/vendor-name.ts'
import { isVoided } from '../../providers/quickbooks/bills.ts'
import type { RecordKind, Versioned } from '../../providers/quickbooks/changes.ts'
import type { QuickBooks } from '../../providers/quickbooks/quickbooks.ts'
import { isField, isFieldIgnoringCase, readCopyOr, readRecords } from './copy/reads.ts'
import { copyLock, forgetRecords, type Kept, upsertRecords } from './copy/records.ts'
import { createVendorWrites } from './vendor-writes.ts'

type Vendor = Kept<'vendor'>
type Account = Kept<'account'>

export type Books = ReturnType<typeof createBooks>

export const createBooks = ({
  database: { db },
  quickbooks,
  log,
}: {
  readonly database: Database
  readonly quickbooks: QuickBooks
  readonly log: FastifyBaseLogger
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
    const isNamed = (vendor: Vendor) => vendor.isActive && isSameVendor(vendor.name, name)
    const known = copy && { ...copy, value: copy.value.find(isNamed) }
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
  const keep = async (
    realmId: string,
    kind: RecordKind,
    records: readonly Versioned[],
  ): Promise<void> => {
    if (records.length === 0) return
    try {
      await db.transaction((tx) => upsertRecords(tx, realmId, kind, records), copyLock(realmId))
    } catch (err) {
      log.warn({ err, kind }, "records couldn't be kept in the copy of QuickBooks")
    }
  }

  /** A live read no longer found them. The next search for one asks QuickBooks. */
  const forget = async (realmId: string, kind: RecordKind, ids: readonly string[]): Promise<void> =>
    forgetRecords(db, realmId, kind, ids).catch((err: unknown) =>
      log.warn({ err, kind }, "records couldn't be removed from the copy of QuickBooks"),
    )

  const { createVendor, changeVendor } = createVendorWrites({ db, vendors, keep })

  return {
    listVendors,
    listBillAccounts,
    findVendor,
    findBillAccount,
    findBills,
    createVendor,
    changeVendor,
    keep,
    forget,
  }
}

const BY_NAME = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const accountNamed = (all: readonly Account[], name: string): Account | undefined => {
  const full = all.find((account) => isSameName(account.fullyQualifiedName, name))
  const [only, ...others] = all.filter((account) => isSameName(account.name, name))
  return full ?? (others.length === 0 ? only : undefined)
}

/** QuickBooks ignores case in names. */
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
