// The list of mappings, whole or by pages, with a mark on what QuickBooks no longer has.
import type { QueryOf } from '@invoice-desk/contract/endpoint'
import { VENDORS_PAGE_SIZE } from '@invoice-desk/contract/limits'
import type { listVendorMappings, VendorMapping, VendorPage } from '@invoice-desk/contract/vendors'
import type { Dependencies } from '../../dependencies.ts'
import { createMarks } from './marks.ts'
import { countMappings, listMappings } from './queries.ts'
import { toVendorMapping } from './wire.ts'

type Needs = Pick<Dependencies, 'books' | 'database'>
type Query = QueryOf<typeof listVendorMappings>

export const createVendorList = ({ books, database: { db } }: Needs) => {
  const readMarks = createMarks(books)
  return async (query: Query): Promise<VendorMapping[] | VendorPage> => {
    const { search, email, sort } = query
    const filter = { search, email }
    const asked = readMarks()
    if (query.page === undefined && query.pageSize === undefined) {
      const rows = await listMappings(db, filter, sort)
      const { marker } = await asked
      return rows.map((row) => toVendorMapping(row, marker))
    }
    const { page = 1, pageSize = VENDORS_PAGE_SIZE } = query
    const part = { limit: pageSize, offset: (page - 1) * pageSize }
    const [rows, total] = await Promise.all([
      listMappings(db, filter, sort, part),
      countMappings(db, filter),
    ])
    const { state: marks, marker } = await asked
    const vendors = rows.map((row) => toVendorMapping(row, marker))
    return { vendors, total, page, pageSize, marks }
  }
}
