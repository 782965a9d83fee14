// Endpoints for the approval page and the list of all invoices.
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval'
import { exportInvoices, listInvoices } from '@invoice-desk/contract/approval-invoices'
import { businessDay } from '@invoice-desk/contract/business-day'
import { csvHeaders } from '../../csv.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createInvoiceList } from './invoices/service.ts'
import { createApprovalService } from './service.ts'

export const approvalRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createApprovalService(dependencies)
  bind(approveInvoice, ({ body, caller }) => service.act(caller, body))
  bind(listPendingInvoices, ({ query }) => service.listPendingTasks(query))

  const invoices = createInvoiceList(dependencies)
  bind(listInvoices, ({ query }) => invoices.list(query))
  bind(exportInvoices, async ({ query, reply }) => {
    const today = businessDay(Date.now(), dependencies.config.businessTimeZone)
    reply.headers(csvHeaders(`invoices-${today}`))
    return invoices.exportCsv(query)
  })
}
