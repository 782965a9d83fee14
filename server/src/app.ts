// Assembles the web server: request handling, features and pages.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Dependencies } from './dependencies.ts'
import { copyAge } from './features/accounting/copy/watch.ts'
import { accountingRoutes } from './features/accounting/routes.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { approvalRoutes } from './features/approval/routes.ts'
import { contractorRoutes } from './features/contractor/routes.ts'
import { createContractorAuthenticator } from './features/contractor/verification/service.ts'
import { customerInvoiceRoutes } from './features/customer-invoices/routes.ts'
import { createStaffAuthenticator } from './features/identity/authenticate.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { paymentsAdminRoutes } from './features/payments/admin/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { postingRoutes } from './features/posting/routes.ts'
import { relayRoutes } from './features/relay/routes.ts'
import { retailerRoutes } from './features/retailer/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { vendorInvitationRoutes } from './features/vendors/invitations/routes.ts'
import { vendorRoutes } from './features/vendors/routes.ts'
import { createGate } from './http/access.ts'
import { countedAddress, warnOfProxy } from './http/address.ts'
import { createBind } from './http/bind.ts'
import { createRefuseUnreadable, handleErrors } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { createConnections } from './http/http-connections.ts'
import { measureRequests } from './http/metrics.ts'
import { serveOpenApi } from './http/openapi.ts'
import { servePages } from './http/pages.ts'
import { securityHeaders } from './http/security-headers.ts'
import { jobRoutes } from './jobs/routes.ts'
import { logWith } from './lib/log.ts'

const FEATURES = [
  healthRoutes,
  identityRoutes,
  contractorRoutes,
  approvalRoutes,
  vendorRoutes,
  vendorInvitationRoutes,
  accountingRoutes,
  postingRoutes,
  customerInvoiceRoutes,
  paymentRoutes,
  paymentsAdminRoutes,
  retailerRoutes,
  activityRoutes,
  overviewRoutes,
  searchRoutes,
  relayRoutes,
  systemRoutes,
  jobRoutes,
] as const

/** Enough for the largest file on a slow connection. */
const REQUEST_TIMEOUT_MS = 5 * 60_000

export const createApp = async (dependencies: Dependencies): Promise<FastifyInstance> => {
  const { config, log, rateLimits } = dependencies
  const connections = createConnections({ requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const app = Fastify({
    serverFactory: connections.createServer,
    loggerInstance: log,
    trustProxy: config.trustedProxies.length > 0 && config.trustedProxies,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    clientErrorHandler: createRefuseUnreadable(config.publicUrl, log),
    routerOptions: { maxParamLength: 200 },
  })

  // Request handling.
  app.removeContentTypeParser('text/plain')
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ url, config: route }) => {
    if (!url.startsWith('/api/')) return
    // A route without declared access must not start.
    if (!route?.endpoint) throw new Error(`${url} declares no access`)
    if (!endpoints.includes(route.endpoint)) endpoints.push(route.endpoint)
  })
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    connections.closeUnused()
  })
  app.addHook('onRequest', (request, reply, done) => {
    logWith(request, reply, { address: countedAddress(request.ip) })
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    // A connection that stays open would delay the close until it times out.
    if (isClosing) reply.header('connection', 'close')
    // Unless the handler allows it for its result.
    const isKept = reply.statusCode === 200 && reply.hasHeader('cache-control')
    if (request.url.startsWith('/api/') && !isKept) reply.header('cache-control', 'no-store')
    done()
  })
  if (config.trustedProxies.length === 0) warnOfProxy(app, log)
  handleErrors(app)
  securityHeaders(app, config.publicUrl)
  await app.register(cookie)
  const authenticators = {
    staff: createStaffAuthenticator(dependencies),
    contractor: createContractorAuthenticator(dependencies),
  }
  const gate = createGate(authenticators, dependencies.callers, config)
  await measureRequests(app, gate, rateLimits, config, [copyAge(dependencies)])

  // Features.
  const bind = createBind(app, gate, rateLimits)
  for (const feature of FEATURES) feature(bind, dependencies)

  // API description and pages.
  serveOpenApi(app, endpoints, config.publicUrl)
  await servePages(app, config)
  return app
}
