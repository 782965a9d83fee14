// Prometheus metrics of this process: requests by route and status, and what Node itself reports.
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import type { Gate } from './access.ts'

const getMetrics = {
  method: 'GET',
  path: '/api/metrics',
  summary: 'Prometheus metrics, for a scraper that sends METRICS_TOKEN as its bearer token',
  access: 'metrics',
  response: z.string(),
} as const satisfies Endpoint

export const measureRequests = (app: FastifyInstance, gate: Gate): void => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, never the address: addresses are unbounded and may hold secrets.
    const route = request.routeOptions.config.endpoint?.path ?? 'page'
    requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  app.route({
    method: getMetrics.method,
    url: getMetrics.path,
    config: { endpoint: getMetrics },
    onRequest: (request) => gate.admit(getMetrics.access, request),
    handler: async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
  })
}
