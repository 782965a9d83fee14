// Endpoints for the approval page.
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createApprovalService } from './service.ts'

export const approvalRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createApprovalService(dependencies)
  bind(approveInvoice, ({ body, caller }) => service.act(caller, body))
  bind(listPendingInvoices, ({ query }) => service.listPendingTasks(query))
}
