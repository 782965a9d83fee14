// Calls of the staff's page of payments.
import * as desk from '@invoice-desk/contract/payment-desk'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createPaymentDesk } from './desk.ts'
import { createReconcile } from './reconcile.ts'

export const paymentDeskRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createPaymentDesk(dependencies)
  const reconcile = createReconcile(dependencies)

  bind(desk.listPaymentAttempts, ({ query }) => service.list(query))
  bind(desk.getPaymentAttempt, ({ query }) => service.get(query.id))
  bind(desk.checkPaymentAttempt, ({ body, caller }) => service.check(body.id, caller.email))
  bind(desk.resolvePaymentAttempt, ({ body, caller }) => service.resolve(body, caller.email))
  bind(desk.listReconciliations, () => reconcile.list())
  bind(desk.reconcilePayments, () => reconcile.run({ tellStaff: false }))
}
