// Generates the OpenAPI 3.1 description from the bound endpoints, and serves it.
import type { Access, Endpoint } from '@invoice-desk/contract/http/endpoint'
import { ERRORS, type ErrorCode, errorBody } from '@invoice-desk/contract/http/errors'
import { FILE_TYPES } from '@invoice-desk/contract/values/limits'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

type JsonSchema = Record<string, unknown>

const readOpenApi = {
  method: 'GET',
  path: '/api/openapi.json',
  summary: 'This API as OpenAPI 3.1',
  access: 'public',
  response: z.looseObject({}),
} as const satisfies Endpoint

export const serveOpenApi = (
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string,
): void => {
  app.get(readOpenApi.path, { config: { endpoint: readOpenApi } }, async () =>
    openApiOf(endpoints, publicUrl),
  )
}

/** What a caller sends. */
const inputSchemaOf = (type: z.ZodType) => {
  const { $schema, ...schema } = z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })
  return schema
}

/** What the server sends. Fallbacks for missing fields are left out, because the server always sends them. */
export const answerSchemaOf = (response: z.ZodType, target?: 'draft-7') => {
  const { $schema, ...schema } = z.toJSONSchema(response, {
    ...(target && { target }),
    unrepresentable: 'any',
    io: 'output',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'catch') delete jsonSchema.default
    },
  })
  return schema
}

const openApiOf = (endpoints: readonly Endpoint[], publicUrl: string): JsonSchema => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const method = endpoint.method.toLowerCase()
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Invoice Desk', version: '1.0.0' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Error: answerSchemaOf(errorBody) },
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

const needsBearer = (access: Access): boolean => access !== 'public' && access !== 'provider'

/** For `retailer` access, the token is optional. */
const securityOf = (access: Access): JsonSchema[] =>
  access === 'retailer' ? [{ bearer: [] }, {}] : [{ bearer: [] }]

const parametersOf = (query: z.ZodType): JsonSchema[] => {
  const { properties = {}, required = [] } = inputSchemaOf(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const requestBodyOf = ({ body, multipart, filesMax }: Endpoint): JsonSchema => {
  if (multipart) {
    const { properties, ...schema } = inputSchemaOf(multipart)
    const binary = { type: 'string', format: 'binary' }
    const file = filesMax ? { type: 'array', items: binary, maxItems: filesMax } : binary
    return requestOf('multipart/form-data', { ...schema, properties: { ...properties, file } })
  }
  return body ? requestOf('application/json', inputSchemaOf(body)) : {}
}

const requestOf = (type: string, schema: JsonSchema): JsonSchema => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})

const responsesOf = (endpoint: Endpoint): JsonSchema => {
  const fileTypes = endpoint.file === true ? FILE_TYPES : [endpoint.file]
  const responses: Record<string, unknown> = {
    200: {
      description: 'Success',
      content: endpoint.file
        ? Object.fromEntries(fileTypes.map((type) => [type, {}]))
        : { 'application/json': { schema: answerSchemaOf(endpoint.response) } },
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

const ANY_CALL = [
  'rate_limited',
  'internal',
  'unavailable',
  'malformed_request',
  'request_timeout',
  'headers_too_large',
] as const
const CONTRACTOR_CALL = ['token_missing', 'token_invalid', 'token_expired'] as const
const STAFF_CALL = [
  'sign_in_required',
  'session_expired',
  'google_unavailable',
  'account_not_provisioned',
  'account_disabled',
] as const

/** The call's own errors, and those that its access, input and limits imply. */
const errorsOf = ({ access, method, ...endpoint }: Endpoint): readonly ErrorCode[] => {
  const hasInput = endpoint.query || endpoint.body || endpoint.multipart
  const isContractor = access === 'contractor' || access === 'contractor-or-staff'
  const isStaff = needsBearer(access) && access !== 'contractor' && access !== 'metrics'
  const codes: (readonly ErrorCode[])[] = [
    endpoint.errors ?? [],
    ANY_CALL,
    hasInput ? ['invalid_input'] : [],
    method === 'GET' ? [] : ['payload_too_large', 'unsupported_media_type'],
    access === 'metrics' ? ['not_found'] : [],
    isContractor ? CONTRACTOR_CALL : [],
    isStaff ? STAFF_CALL : [],
    access === 'admin' ? ['admin_required'] : [],
    access.startsWith('tool:') ? ['tool_not_enabled'] : [],
    endpoint.recentSignIn ? ['sign_in_again'] : [],
  ]
  return [...new Set(codes.flat())]
}
