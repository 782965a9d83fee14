// A mapping's row in the specification's spelling.
import type { VendorMapping } from '@invoice-desk/contract/vendors'
import type { Marker } from './marks.ts'
import type { MappingRow } from './queries.ts'

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
