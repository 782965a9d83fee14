// Endpoints for vendor management.
import * as vendors from '@invoice-desk/contract/vendors'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createVendorService } from './service.ts'

export const vendorRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createVendorService(dependencies)
  bind(vendors.listVendorMappings, ({ query }) => service.list(query))
  bind(vendors.addVendorMapping, ({ body, caller }) => service.add(caller, body))
  bind(vendors.changeVendorMapping, ({ body, caller }) => service.change(caller, body))
  bind(vendors.deleteVendorMapping, async ({ body, caller }) => {
    await service.remove(caller, body)
    return { message: 'Vendor deleted successfully' }
  })
}
