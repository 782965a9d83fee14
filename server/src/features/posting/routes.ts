// Endpoints for the bills of invoices in QuickBooks.
import * as accounting from '@invoice-desk/contract/accounting/accounting'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createPostingService } from './service.ts'
import { createVoidBills } from './void-bills.ts'

export const postingRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createPostingService(dependencies)
  bind(accounting.findQboBill, ({ query }) => service.findBill(query))
  bind(accounting.createQboBill, ({ body, caller }) => service.createBill(caller, body))

  const voidBills = createVoidBills(dependencies)
  bind(accounting.listBillsToVoid, async () => ({ bills: await voidBills.list() }))
  bind(accounting.markBillVoided, async ({ body, caller }) => {
    await voidBills.markDone(caller, body.taskId)
    return { bills: await voidBills.list() }
  })
}
