// Calls of the staff's page of payments.
import * as desk from '@invoice-desk/contract/payments-admin'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { createReconcile } from '../reconciliation/reconcile.ts'
import { createPaymentsAdmin } from './service.ts'

export const paymentsAdminRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createPaymentsAdmin(dependencies)
  const reconcile = createReconcile(dependencies)

  bind(desk.listPaymentAttempts, ({ query }) => service.list(query))
  bind(desk.getPaymentAttempt, ({ query }) => service.get(query.id))
  bind(desk.checkPaymentAttempt, ({ body, caller }) => service.check(body.id, caller.email))
  bind(desk.resolvePaymentAttempt, ({ body, caller }) => service.resolve(body, caller.email))
  bind(desk.listReconciliations, () => reconcile.list())
  bind(desk.reconcilePayments, () => reconcile.run({ tellStaff: false }))
}
