// Endpoints for the approval page, the approval rules, approvers' preferences, and the list of all invoices.
import { approveInvoice, listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import { exportInvoices, listInvoices } from '@invoice-desk/contract/approval/approval-invoices'
import { getPreferences, savePreferences } from '@invoice-desk/contract/approval/preferences'
import {
  getApprovalPolicy,
  previewApprovalRule,
  saveApprovalPolicy,
} from '@invoice-desk/contract/approval/rules'
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { csvHeaders } from '../../lib/csv.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { createInvoiceList } from './invoices/service.ts'
import { createPreferences } from './preferences/service.ts'
import { createApprovalRules } from './rules/service.ts'
import { createApprovalService } from './service.ts'

export const approvalRoutes = (bind: Bind, dependencies: Dependencies): void => {
  const service = createApprovalService(dependencies)
  bind(approveInvoice, ({ body, caller }) => service.act(caller, body))
  bind(listPendingInvoices, ({ query, caller }) => service.listPendingTasks(caller, query))

  conversationRoutes(bind, dependencies)

  const rules = createApprovalRules(dependencies)
  bind(getApprovalPolicy, () => rules.read())
  bind(saveApprovalPolicy, ({ body, caller }) => rules.save(caller, body))
  bind(previewApprovalRule, ({ body }) => rules.preview(body))

  const preferences = createPreferences(dependencies)
  bind(getPreferences, ({ query, caller }) => preferences.read(caller, query.email))
  bind(savePreferences, ({ body, caller }) => preferences.save(caller, body))

  const invoices = createInvoiceList(dependencies)
  bind(listInvoices, ({ query }) => invoices.list(query))
  bind(exportInvoices, async ({ query, reply }) => {
    const today = businessDay(Date.now(), dependencies.config.businessTimeZone)
    reply.headers(csvHeaders(`invoices-${today}`))
    return invoices.exportCsv(query)
  })
}
