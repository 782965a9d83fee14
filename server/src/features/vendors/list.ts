// Lists vendor mappings, all or by page, and marks those that QuickBooks no longer has.
import type { QueryOf } from '@invoice-desk/contract/endpoint'
import { VENDORS_PAGE_SIZE } from '@invoice-desk/contract/limits'
import type { listVendorMappings, VendorMapping, VendorPage } from '@invoice-desk/contract/vendors'
import type { Dependencies } from '../../dependencies.ts'
import { createMarks, type Marker } from './marks.ts'
import { countMappings, listMappings, type MappingRow } from './queries.ts'

type Needs = Pick<Dependencies, 'books' | 'database'>
type Query = QueryOf<typeof listVendorMappings>

export const createVendorList = ({ books, database: { db } }: Needs) => {
  const readMarks = createMarks(books)
  return async (query: Query): Promise<VendorMapping[] | VendorPage> => {
    const { search, email, sort } = query
    const filter = { search, email }
    const isPaged = query.page !== undefined || query.pageSize !== undefined
    const { page = 1, pageSize = VENDORS_PAGE_SIZE } = query
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const [{ state: marks, marker }, rows, total] = await Promise.all([
      readMarks(),
      listMappings(db, filter, sort, isPaged ? part : undefined),
      isPaged ? countMappings(db, filter) : 0,
    ])
    const vendors = rows.map((row) => toVendorMapping(row, marker))
    return isPaged ? { vendors, total, page, pageSize, marks } : vendors
  }
}

export const toVendorMapping = (row: MappingRow, marker?: Marker): VendorMapping => {
  const mapping: VendorMapping = {
    id: row.id,
    email: row.email,
    vendor: row.vendor,
    qb_bill_account: row.qbBillAccount,
    version: row.version,
    track1099: row.track1099,
    ...(row.address ? { address: row.address } : {}),
    ...(row.taxIdType ? { taxIdType: row.taxIdType } : {}),
    ...(row.taxIdLast4 ? { taxIdLast4: row.taxIdLast4 } : {}),
  }
  return marker ? { ...mapping, missing: marker(mapping) } : mapping
}
