// Endpoints for vendor management.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import * as form1099 from '@invoice-desk/contract/vendors/form-1099'
import * as vendorImport from '@invoice-desk/contract/vendors/vendor-import'
import * as vendors from '@invoice-desk/contract/vendors/vendors'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { csvHeaders } from '../../lib/csv.ts'
import { exportReport, readReport } from './form-1099/report.ts'
import { createVendorImport } from './import.ts'
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
  const imports = createVendorImport(dependencies)
  bind(vendorImport.listImportableVendors, () => imports.list())
  bind(vendorImport.importVendors, ({ body, caller }) => imports.run(caller, body))
  const { db } = dependencies.database
  bind(form1099.readForm1099, ({ query }) => readReport(db, query.year))
  bind(form1099.exportForm1099, async ({ query, reply }) => {
    const file = await exportReport(db, query.year)
    reply.headers(csvHeaders(`1099-${query.year}`))
    return file
  })
}
