// Endpoints for the staff payments page.

import * as admin from '@invoice-desk/contract/payments/admin'
import { exportPaymentAttempts, listPaymentAttempts } from '@invoice-desk/contract/payments/list'
import { findPayLinks, revokePayLinks } from '@invoice-desk/contract/payments/pay-links'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../../dependencies.ts'
import type { Bind } from '../../../http/bind.ts'
import { csvHeaders } from '../../../lib/csv.ts'
import { createPayLinks } from '../pay-links/pay-links.ts'
import { listReconciliations, reconcile } from '../reconciliation/reconcile.ts'
import { resumePayments } from '../restore/restore.ts'
import { createPaymentList } from './list.ts'
import { checkPayment, getPayment, resolvePayment } from './service.ts'

export const paymentsAdminRoutes = (bind: Bind, deps: Dependencies): void => {
  const payments = createPaymentList(deps)
  bind(listPaymentAttempts, ({ query }) => payments.list(query))
  bind(exportPaymentAttempts, async ({ query, reply }) => {
    const today = businessDay(Date.now(), deps.config.businessTimeZone)
    reply.headers(csvHeaders(`payments-${today}`))
    return payments.exportCsv(query)
  })

  const payLinks = createPayLinks(deps)
  bind(findPayLinks, ({ query }) => payLinks.find(query))
  bind(revokePayLinks, async ({ body, caller }) => {
    await payLinks.revoke(body.customer, caller.email)
    return {}
  })

  bind(admin.getPaymentAttempt, ({ query }) => getPayment(deps, query.id))
  bind(admin.checkPaymentAttempt, ({ body, caller }) => checkPayment(deps, body.id, caller.email))
  bind(admin.resolvePaymentAttempt, ({ body, caller }) => resolvePayment(deps, body, caller.email))
  bind(admin.listReconciliations, () => listReconciliations(deps))
  bind(admin.reconcilePayments, () => reconcile(deps, { isNightly: false }))
  bind(admin.resumePayments, async ({ caller }) => {
    await resumePayments(deps, caller.email)
    return {}
  })
}
