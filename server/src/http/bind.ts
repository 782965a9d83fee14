// Binds a contract endpoint to its handler, with its validation, access, rate limit and response.
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { JSON_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { logWith } from '../lib/log.ts'
import { requestAddress } from '../lib/request-address.ts'
import type { CallerOf, Gate } from './access.ts'
import { countedAddress } from './address.ts'
import { addFormRoute, formReader } from './multipart.ts'
import type { RateLimits } from './rate-limits.ts'
import { readInput } from './read-input.ts'
import { serializerOf } from './serialize-response.ts'

export type Call<E extends Endpoint> = {
  query: QueryOf<E>
  body: BodyOf<E>
  /** The unparsed body, if the endpoint requires it. */
  rawBody: E extends { rawBody: true } ? Buffer : undefined
  /** Reads a multipart form. `take` gets its file as a stream. */
  readForm: E extends { multipart: infer S extends z.ZodType }
    ? ReturnType<typeof formReader<S>>
    : undefined
  caller: CallerOf<E['access']>
  /** The caller's address for rate limits, unlike `request.ip`. */
  address: string
  limits: RateLimits
  request: FastifyRequest
  reply: FastifyReply
}

export type Bind = <const E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<ResponseOf<E>>,
) => void

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended.
  interface FastifyContextConfig {
    /** Set on every API route; the server doesn't start without it. */
    endpoint?: Endpoint
  }
}

export const createBind =
  (app: FastifyInstance, gate: Gate, limits: RateLimits): Bind =>
  (endpoint, handle) => {
    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyBytesMax ?? JSON_BYTES_MAX,
      config: { endpoint },
      // Fastify needs a schema to use the serializer.
      ...(!endpoint.file && {
        schema: { response: { 200: {} } },
        serializerCompiler: () => serializerOf(endpoint),
      }),
      onRequest: async (request, reply) => {
        const address = countedAddress(request.ip)
        await limits.take('general', address)
        if (endpoint.limit) await limits.take(endpoint.limit, address)
        await gate.admit(endpoint, request)
        const account = gate.callerOf(request)?.email
        if (account !== undefined) logWith(request, reply, { account })
      },
      handler: (request, reply) => {
        const address = countedAddress(request.ip)
        return requestAddress.run(address, () =>
          handle({
            query: parsePart(endpoint.query, request.query),
            body: parsePart(endpoint.body, request.body ?? {}),
            rawBody: endpoint.rawBody ? (request.body ?? Buffer.alloc(0)) : undefined,
            readForm: endpoint.multipart ? formReader(request, endpoint.multipart) : undefined,
            caller: gate.callerOf(request),
            address,
            limits,
            request,
            reply,
          } as Call<typeof endpoint>),
        )
      },
    }
    if (endpoint.rawBody) addRawRoute(app, route)
    else if (endpoint.multipart) addFormRoute(app, route)
    else app.route(route)
  }

/** In its own scope, because Fastify selects body parsers by scope. */
const addRawRoute = (app: FastifyInstance, route: RouteOptions): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: unknown, body: unknown) => body,
    )
    scope.route(route)
  })
}

const parsePart = (schema: z.ZodType | undefined, input: unknown): unknown =>
  schema && readInput(schema, input)
