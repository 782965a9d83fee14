// Serves the contract to programs and to people.
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { openApiOf } from './openapi.ts'
import { openApiPage } from './openapi-page.ts'

const readOpenApi = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This contract as OpenAPI 3.1',
  access: 'public',
  response: z.looseObject({}),
} as const satisfies Endpoint

const readOpenApiPage = {
  method: 'GET',
  path: '/api/docs',
  summary: 'This contract as a page',
  access: 'public',
  response: z.string(),
} as const satisfies Endpoint

export const serveOpenApi = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  config: Config,
): void => {
  app.route({
    method: readOpenApi.method,
    url: readOpenApi.path,
    config: { endpoint: readOpenApi },
    handler: async () => openApiOf(endpoints, config.publicUrl),
  })
  app.route({
    method: readOpenApiPage.method,
    url: readOpenApiPage.path,
    config: { endpoint: readOpenApiPage },
    handler: async (_request, reply) => {
      const { html, policy } = openApiPage(endpoints, config.businessName)
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .send(html)
    },
  })
}
