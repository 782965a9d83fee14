// Serves Prometheus metrics: requests by route and status, Node's defaults, and the features' own gauges.
import type { Endpoint } from '@invoice-desk/contract/http/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { z } from 'zod'
import type { Config } from '../settings/config.ts'
import type { Gate } from './access.ts'
import { countedAddress } from './address.ts'
import type { RateLimits } from './rate-limits.ts'

const getMetrics = {
  method: 'GET',
  path: '/api/metrics',
  summary: 'Prometheus metrics for a scraper that sends METRICS_TOKEN as its bearer token',
  access: 'metrics',
  response: z.string(),
} as const satisfies Endpoint

/** A value that is read when the metrics are. */
export type Gauge = {
  readonly name: string
  readonly help: string
  read(): Promise<number>
}

/** Without METRICS_TOKEN, nothing is measured. */
export const measureRequests = async (
  app: FastifyInstance,
  gate: Gate,
  limits: RateLimits,
  { metricsToken }: Pick<Config, 'metricsToken'>,
  gauges: readonly Gauge[],
): Promise<void> => {
  const metrics = metricsToken === undefined ? undefined : await countRequests(app, gauges)
  app.route({
    method: getMetrics.method,
    url: getMetrics.path,
    config: { endpoint: getMetrics },
    onRequest: async (request) => {
      const guesses = limits.counter('metrics_guesses', countedAddress(request.ip))
      if (await guesses.isReached()) throw guesses.refusal('rate_limited')
      await gate.admit(getMetrics, request).catch(async (refusal: unknown) => {
        await guesses.count()
        throw refusal
      })
    },
    handler: async (_request, reply) =>
      reply.type(metrics?.contentType ?? 'text/plain').send(await metrics?.metrics()),
  })
}

const countRequests = async (app: FastifyInstance, gauges: readonly Gauge[]): Promise<Registry> => {
  const { collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const { name, help, read } of gauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read())
      },
    })
  }
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // We record the route, because there are too many different URLs and they may contain secrets.
    const route = request.routeOptions.config.endpoint?.path ?? 'page'
    requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    )
  })
  return registry
}
