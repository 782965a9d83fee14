// Endpoints for vendor management.
import { businessDay } from '@invoice-desk/contract/business-day'
import * as vendors from '@invoice-desk/contract/vendors'
import { csvHeaders } from '../../csv.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createVendorService } from './service.ts'

export const vendorRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createVendorService(dependencies)
  bind(vendors.listVendorMappings, ({ query }) => service.list(query))
  bind(vendors.exportVendorMappings, async ({ query, reply }) => {
    const today = businessDay(Date.now(), dependencies.config.businessTimeZone)
    reply.headers(csvHeaders(`vendors-${today}`))
    return service.exportCsv(query)
  })
  bind(vendors.addVendorMapping, ({ body, caller }) => service.add(caller, body))
  bind(vendors.changeVendorMapping, ({ body, caller }) => service.change(caller, body))
  bind(vendors.deleteVendorMapping, async ({ body, caller }) => {
    await service.remove(caller, body)
    return { message: 'Vendor deleted successfully' }
  })
}
