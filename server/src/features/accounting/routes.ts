// Endpoints for QuickBooks: connection, copy, vendors, accounts and webhooks.
import * as accounting from '@invoice-desk/contract/accounting/accounting'
import * as vendors from '@invoice-desk/contract/accounting/accounting-vendors'
import * as connections from '@invoice-desk/contract/accounting/connection'
import * as copies from '@invoice-desk/contract/accounting/copy'
import { taxIdDigits } from '@invoice-desk/contract/values/tax-id'
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import type { Bind } from '../../http/bind.ts'
import { createOAuthFlows, newState } from '../../http/oauth-flow.ts'
import { AppError } from '../../lib/app-error.ts'
import { createConnectionService } from './connection/connection.ts'
import { createCopyService } from './copy/service.ts'
import { isSigned, parseWebhook } from './copy/webhook.ts'
import { receiveEvents } from './copy/webhook-events.ts'
import { createVendorService } from './vendors.ts'

const FLOW = { purpose: 'quickbooks-flow', path: '/api/auth/qbo', seconds: 900 }
const flowSchema = z.object({ state: z.string(), email: z.string() })

export const accountingRoutes = (bind: Bind, dependencies: Dependencies): void => {
  bindConnection(bind, dependencies)
  bindCopy(bind, dependencies)
  bindVendors(bind, dependencies)
  bindWebhook(bind, dependencies)
}

const bindConnection = (bind: Bind, dependencies: Dependencies): void => {
  const { config } = dependencies
  const service = createConnectionService(dependencies)
  const flows = createOAuthFlows(config, FLOW, flowSchema)

  bind(connections.startQboConnection, async ({ caller, reply }) => {
    const state = newState('/connections')
    flows.start(reply, { state, email: caller.email })
    return { url: service.authorizationUrl(state) }
  })

  bind(connections.validateQboConnection, async ({ body, caller, request, reply }) => {
    const flow = flows.finish(request, reply, body.state)
    if (flow?.email !== caller.email) throw new AppError('qbo_flow_invalid')
    return service.finish(caller, body)
  })

  bind(connections.getQboConnection, () => service.check())
}

const bindCopy = (bind: Bind, dependencies: Dependencies): void => {
  const service = createCopyService(dependencies)
  bind(copies.getCopyStatus, () => service.getStatus())
  bind(copies.refreshCopy, () => service.refresh())
}

const bindVendors = (bind: Bind, dependencies: Dependencies): void => {
  const service = createVendorService(dependencies)
  bind(vendors.listQboVendors, () => service.listVendors())
  bind(vendors.listQboBillAccounts, () => service.listBillAccounts())
  bind(vendors.findQboVendor, ({ query }) => service.findVendor(query.name))
  bind(vendors.createQboVendor, async ({ body, caller }) => {
    const { name, email, address, track1099 } = body
    const taxId = body.taxId === '' ? undefined : taxIdDigits(body.taxId)
    const vendor = await service.createVendor(caller, { name, email, address, taxId, track1099 })
    return { vendor }
  })
}

const bindWebhook = (bind: Bind, dependencies: Dependencies): void => {
  const { webhookToken } = dependencies.config.quickbooks
  bind(accounting.receiveQboWebhook, async ({ rawBody, request }) => {
    if (!isSigned(rawBody, request.headers['intuit-signature'], webhookToken)) {
      throw new AppError('webhook_signature_invalid')
    }
    const news = parseWebhook(rawBody)
    if (!news) throw new AppError('malformed_request')
    // Without their content, which could be anything.
    if (news.unknown > 0)
      request.log.warn({ entries: news.unknown }, 'skipped unknown entries of a QuickBooks webhook')
    return { received: await receiveEvents(dependencies, news.events) }
  })
}
