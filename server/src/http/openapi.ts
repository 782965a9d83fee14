// The contract as OpenAPI, and as a page to read. Both are made from the endpoints that are really bound.
import type { Access, Endpoint } from '@invoice-desk/contract/endpoint'
import { ERRORS, type ErrorCode, errorBody } from '@invoice-desk/contract/errors'
import { FILE_TYPES } from '@invoice-desk/contract/limits'
import { z } from 'zod'
import { answerSchemaOf } from './answer-schema.ts'

type JsonSchema = Record<string, unknown>

const schemaOf = (type: z.ZodType): JsonSchema => {
  const { $schema, ...schema } = z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })
  return schema
}

const answerOf = (response: z.ZodType): JsonSchema => {
  const { $schema, ...schema } = answerSchemaOf(response)
  return schema
}

export const openApiOf = (endpoints: readonly Endpoint[], publicUrl: string): JsonSchema => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    })
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Invoice Desk', version: '1.0.0' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: answerOf(errorBody) },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

const operationOf = (endpoint: Endpoint): JsonSchema => ({
  summary: endpoint.summary,
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^a-z]+/gi, '_')}`,
  description: `Access: ${endpoint.access}`,
  ...(needsBearer(endpoint.access) ? { security: securityOf(endpoint.access) } : {}),
  ...(endpoint.query ? { parameters: parametersOf(endpoint.query) } : {}),
  ...requestBodyOf(endpoint),
  responses: responsesOf(endpoint),
})

const isContractors = (access: Access): boolean =>
  access === 'contractor' || access === 'contractor-or-staff'

const needsBearer = (access: Access): boolean => access !== 'public' && access !== 'provider'

const needsStaff = (access: Access): boolean =>
  needsBearer(access) && access !== 'contractor' && access !== 'metrics'

/** Where a token is welcome but not needed, none at all is the other choice. */
const securityOf = (access: Access): JsonSchema[] =>
  access === 'retailer' ? [{ bearer: [] }, {}] : [{ bearer: [] }]

const parametersOf = (query: z.ZodType): JsonSchema[] => {
  const { properties = {}, required = [] } = z.toJSONSchema(query, {
    unrepresentable: 'any',
    io: 'input',
  })
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const requestBodyOf = ({ body, multipart }: Endpoint): JsonSchema => {
  if (multipart) return requestOf('multipart/form-data', withFile(schemaOf(multipart)))
  return body ? requestOf('application/json', schemaOf(body)) : {}
}

const requestOf = (type: string, schema: JsonSchema): JsonSchema => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})

const withFile = ({ properties, ...schema }: JsonSchema): JsonSchema => ({
  ...schema,
  properties: { ...(properties as JsonSchema), file: { type: 'string', format: 'binary' } },
})

const fileTypesOf = (file: true | string): readonly string[] =>
  file === true ? FILE_TYPES : [file]

const responsesOf = (endpoint: Endpoint): JsonSchema => {
  const responses: Record<string, unknown> = {
    200: {
      description: 'Done',
      content: endpoint.file
        ? Object.fromEntries(fileTypesOf(endpoint.file).map((type) => [type, {}]))
        : { 'application/json': { schema: answerOf(endpoint.response) } },
    },
  }
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code].status)
  for (const [status, codes] of byStatus) {
    responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join('\n\n'),
      content: {
        'application/json': { schema: { $ref: '#/components/schemas/Error' } },
        ...(endpoint.textErrors ? { 'text/plain': { schema: { type: 'string' } } } : {}),
      },
    }
  }
  return responses
}

/** The errors peculiar to the call and those that its access, input and limits imply. */
export const errorsOf = (endpoint: Endpoint): readonly ErrorCode[] => {
  const codes = new Set<ErrorCode>(endpoint.errors)
  for (const code of ['rate_limited', 'internal', 'unavailable'] as const) codes.add(code)
  // What cannot even be read is refused before anyone knows which call it was meant for.
  for (const code of ['malformed_request', 'request_timeout', 'headers_too_large'] as const) {
    codes.add(code)
  }
  if (endpoint.query || endpoint.body || endpoint.multipart) codes.add('invalid_input')
  if (endpoint.method !== 'GET') {
    for (const code of ['payload_too_large', 'unsupported_media_type'] as const) codes.add(code)
  }
  if (endpoint.access === 'metrics') codes.add('not_found')
  if (isContractors(endpoint.access)) {
    for (const code of ['token_missing', 'token_invalid', 'token_expired'] as const) codes.add(code)
  }
  if (needsStaff(endpoint.access)) {
    for (const code of ['sign_in_required', 'session_expired', 'google_unavailable'] as const)
      codes.add(code)
    for (const code of ['account_not_provisioned', 'account_disabled'] as const) codes.add(code)
  }
  if (endpoint.access === 'admin') codes.add('admin_required')
  if (endpoint.access.startsWith('tool:')) codes.add('tool_not_enabled')
  return [...codes]
}
