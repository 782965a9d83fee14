// Endpoints for the staff payments page.
import * as admin from '@invoice-desk/contract/payments-admin'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { listReconciliations, reconcile } from '../reconciliation/reconcile.ts'
import { checkPayment, getPayment, listPayments, resolvePayment } from './service.ts'

export const paymentsAdminRoutes = (bind: Bind, deps: Dependencies): void => {
  bind(admin.listPaymentAttempts, ({ query }) => listPayments(deps, query))
  bind(admin.getPaymentAttempt, ({ query }) => getPayment(deps, query.id))
  bind(admin.checkPaymentAttempt, ({ body, caller }) => checkPayment(deps, body.id, caller.email))
  bind(admin.resolvePaymentAttempt, ({ body, caller }) => resolvePayment(deps, body, caller.email))
  bind(admin.listReconciliations, () => listReconciliations(deps))
  bind(admin.reconcilePayments, () => reconcile(deps, { notifyStaff: false }))
}
