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
import { type Columns, csvOfColumns } from '../../lib/csv.ts'
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
  return csvOfColumns(COLUMNS, batches)
}

const MISSING_LABELS = { vendor: 'Vendor', qb_bill_account: 'Bill account' } as const

/** What the page shows. Like there, the tax id is only of vendors that are tracked for 1099. */
const COLUMNS: Columns<ListedMapping> = [
  ['Email', ({ email }) => email],
  ['Vendor', ({ vendor }) => vendor],
  ['Bill Account', ({ qbBillAccount }) => qbBillAccount],
  ['1099', ({ isTracked }) => (isTracked ? 'Yes' : 'No')],
  [
    'Tax ID',
    ({ track1099, taxIdLast4, taxIdType }) =>
      track1099 && taxIdLast4 ? `${taxIdType ?? 'Tax ID'} ending in ${taxIdLast4}` : '',
  ],
  ['Details', ({ details }) => (details ? DETAILS_LABELS[details] : '')],
  [
    'Missing in QuickBooks',
    (row) =>
      row.marks === 'known'
        ? missingIn(row)
            .map((name) => MISSING_LABELS[name])
            .join(', ')
        : 'Not checked',
  ],
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
