// Lists and exports vendor mappings, and marks those that QuickBooks no longer has.
import type { Readable } from 'node:stream'
import type { QueryOf } from '@invoice-desk/contract/http/endpoint'
import { VENDORS_PAGE_SIZE } from '@invoice-desk/contract/values/limits'
import {
  DETAILS_LABELS,
  type listVendorMappings,
  type VendorFilter,
  type VendorMapping,
  type VendorPage,
} from '@invoice-desk/contract/vendors/vendors'
import type { Db } from '../../db/client.ts'
import { readInBatches } from '../../db/read-in-batches.ts'
import type { Dependencies } from '../../dependencies.ts'
import { csvStream } from '../../lib/csv.ts'
import { type ListedMapping, listMappings, type MappingRow } from './queries.ts'

type Query = QueryOf<typeof listVendorMappings>

export const createVendorList =
  ({ database: { db } }: Pick<Dependencies, 'database'>) =>
  async (query: Query): Promise<VendorMapping[] | VendorPage> => {
    const { page = 1, pageSize = VENDORS_PAGE_SIZE, sort, ...filter } = query
    const isPaged = query.page !== undefined || query.pageSize !== undefined
    const batch = isPaged ? { limit: pageSize, offset: (page - 1) * pageSize } : undefined
    const { rows, total, marks } = await listMappings(db, filter, sort, batch)
    const vendors = rows.map((row) => ({
      ...toVendorMapping(row),
      ...(marks === 'known' && { missing: missingIn(row) }),
      ...(row.isTracked && { isTracked: true }),
      ...(row.details && { details: row.details }),
      ...(row.invitationId && { invitationId: row.invitationId }),
    }))
    return isPaged ? { vendors, total, page, pageSize, marks } : vendors
  }

export const exportMappings = (db: Db, { sort, ...filter }: VendorFilter): Readable => {
  const batches = readInBatches<ListedMapping>(
    async (batch) => (await listMappings(db, filter, sort, batch)).rows,
  )
  return csvStream(HEADER, batches, cellsOf)
}

const HEADER = [
  'Email',
  'Vendor',
  'Bill Account',
  '1099',
  'Tax ID',
  'Details',
  'Missing in QuickBooks',
]

const MISSING_LABELS = { vendor: 'Vendor', qb_bill_account: 'Bill account' } as const

/** What the page shows. Like there, the tax id is only of vendors that are tracked for 1099. */
const cellsOf = (row: ListedMapping): string[] => [
  row.email,
  row.vendor,
  row.qbBillAccount,
  row.isTracked ? 'Yes' : 'No',
  row.track1099 && row.taxIdLast4 ? `${row.taxIdType ?? 'Tax ID'} ending in ${row.taxIdLast4}` : '',
  row.details ? DETAILS_LABELS[row.details] : '',
  row.marks === 'known'
    ? missingIn(row)
        .map((part) => MISSING_LABELS[part])
        .join(', ')
    : 'Not checked',
]

const missingIn = ({ isVendorKnown, isAccountKnown }: ListedMapping) => [
  ...(isVendorKnown ? [] : (['vendor'] as const)),
  ...(isAccountKnown ? [] : (['qb_bill_account'] as const)),
]

export const toVendorMapping = (row: MappingRow): VendorMapping => ({
  id: row.id,
  email: row.email,
  vendor: row.vendor,
  qb_bill_account: row.qbBillAccount,
  version: row.version,
  track1099: row.track1099,
  ...(row.address ? { address: row.address } : {}),
  ...(row.taxIdType ? { taxIdType: row.taxIdType } : {}),
  ...(row.taxIdLast4 ? { taxIdLast4: row.taxIdLast4 } : {}),
})
