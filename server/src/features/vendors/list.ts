// Lists vendor mappings, all or by page, and marks those that QuickBooks no longer has.
import type { QueryOf } from '@invoice-desk/contract/endpoint'
import { VENDORS_PAGE_SIZE } from '@invoice-desk/contract/limits'
import type { listVendorMappings, VendorMapping, VendorPage } from '@invoice-desk/contract/vendors'
import type { Dependencies } from '../../dependencies.ts'
import { type ListedMapping, listMappings, type MappingRow } from './queries.ts'

type Query = QueryOf<typeof listVendorMappings>

export const createVendorList =
  ({ database: { db } }: Pick<Dependencies, 'database'>) =>
  async (query: Query): Promise<VendorMapping[] | VendorPage> => {
    const { search, email, sort } = query
    const isPaged = query.page !== undefined || query.pageSize !== undefined
    const { page = 1, pageSize = VENDORS_PAGE_SIZE } = query
    const part = isPaged ? { limit: pageSize, offset: (page - 1) * pageSize } : undefined
    const { rows, total, marks } = await listMappings(db, { search, email }, sort, part)
    const vendors = rows.map((row) => ({
      ...toVendorMapping(row),
      ...(marks === 'known' && { missing: missingIn(row) }),
    }))
    return isPaged ? { vendors, total, page, pageSize, marks } : vendors
  }

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
