// The contract as one readable page, without a line of script.
import { createHash } from 'node:crypto'
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import { ERRORS } from '@invoice-desk/contract/errors'
import { z } from 'zod'
import { escapeHtml } from '../escape.ts'
import { answerSchemaOf } from './answer-schema.ts'
import { errorsOf } from './openapi.ts'

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

export const openApiPage = (endpoints: readonly Endpoint[], businessName: string) => ({
  policy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escapeHtml(businessName)}</title><style>${STYLE}</style></head><body><main>
<h1>Invoice Desk API</h1>
<p>Every call of the product. The same as <a href="/api/openapi.json">OpenAPI 3.1</a> for programs.</p>
${endpoints.map(sectionOf).join('\n')}
</main></body></html>`,
})

const sectionOf = (endpoint: Endpoint): string => `<details>
<summary><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code> <small>${escapeHtml(endpoint.access)}</small><br>${escapeHtml(endpoint.summary)}</summary>
${partOf('Query', endpoint.query)}${partOf('Body', endpoint.body)}${partOf('Form', endpoint.multipart)}${shown('Answer', answerSchemaOf(endpoint.response))}
<h2>Errors</h2><dl>${errorsOf(endpoint)
  .map(
    (code) =>
      `<dt>${ERRORS[code].status} <code>${code}</code></dt><dd>${escapeHtml(ERRORS[code].text)}</dd>`,
  )
  .join('')}</dl></details>`

const partOf = (title: string, type: z.ZodType | undefined): string => {
  if (!type) return ''
  return shown(title, z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' }))
}

const shown = (title: string, { $schema, ...schema }: z.core.JSONSchema.BaseSchema): string =>
  `<h2>${title}</h2><pre tabindex="0">${escapeHtml(JSON.stringify(schema, undefined, 2))}</pre>`
