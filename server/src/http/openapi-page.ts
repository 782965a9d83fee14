// Serves the API description as OpenAPI and as a readable page without scripts.
import { createHash } from 'node:crypto'
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import { ERRORS } from '@invoice-desk/contract/errors'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { escapeHtml } from '../escape.ts'
import { answerSchemaOf, errorsOf, inputSchemaOf, openApiOf } from './openapi.ts'

const readOpenApi = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This API as OpenAPI 3.1',
  access: 'public',
  response: z.looseObject({}),
} as const satisfies Endpoint

const readOpenApiPage = {
  method: 'GET',
  path: '/api/docs',
  summary: 'This API as a page',
  access: 'public',
  response: z.string(),
} as const satisfies Endpoint

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
  details { border: 1px solid light-dark(#d5dae1, #3a424d); border-radius: 8px; margin: .5rem 0; padding: .6rem 1rem; }
  summary { cursor: pointer; overflow-wrap: anywhere; }
  summary code { font-weight: 600; }
  small { color: light-dark(#4b5563, #b6c0cd); }
  pre { overflow-x: auto; padding: .75rem; border-radius: 6px; background: light-dark(#f3f5f8, #171c23); }
  dt { font-weight: 600; } dd { margin: 0 0 .5rem; }`

const styleHash = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

export const serveOpenApi = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  { publicUrl, businessName }: Config,
): void => {
  app.get(readOpenApi.path, { config: { endpoint: readOpenApi } }, async () =>
    openApiOf(endpoints, publicUrl),
  )
  app.get(readOpenApiPage.path, { config: { endpoint: readOpenApiPage } }, async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', POLICY)
      .send(pageOf(endpoints, businessName)),
  )
}

const pageOf = (endpoints: readonly Endpoint[], businessName: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(businessName)}</title><style>${STYLE}</style></head><body><main>
<h1>Invoice Desk API</h1>
<p>All API endpoints. Also available as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${endpoints.map(sectionOf).join('\n')}
</main></body></html>`

const sectionOf = (endpoint: Endpoint): string => `<details>
<summary><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code> <small>${escapeHtml(endpoint.access)}</small><br>${escapeHtml(endpoint.summary)}</summary>
${inputOf('Query', endpoint.query)}${inputOf('Body', endpoint.body)}${inputOf('Form', endpoint.multipart)}${schemaBlock('Response', answerSchemaOf(endpoint.response))}
<h2>Errors</h2><dl>${errorsOf(endpoint)
  .map(
    (code) =>
      `<dt>${ERRORS[code].status} <code>${code}</code></dt><dd>${escapeHtml(ERRORS[code].text)}</dd>`,
  )
  .join('')}</dl></details>`

const inputOf = (title: string, type: z.ZodType | undefined): string =>
  type ? schemaBlock(title, inputSchemaOf(type)) : ''

const schemaBlock = (title: string, schema: object): string =>
  `<h2>${title}</h2><pre tabindex="0">${escapeHtml(JSON.stringify(schema, undefined, 2))}</pre>`
