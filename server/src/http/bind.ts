// Binds a contract endpoint to its handler: validation, access, limits and answers all come from the endpoint.
import type { Readable } from 'node:stream'
import type { BodyOf, Endpoint, FormOf, QueryOf, ResponseOf } from '@invoice-desk/contract/endpoint'
import { JSON_BYTES_MAX } from '@invoice-desk/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import type { CallerOf, Gate } from './access.ts'
import { countedAddress } from './address.ts'
import { answerSchemaOf } from './answer-schema.ts'
import { addFormRoute, type Discardable, type Form, formReader } from './multipart.ts'
import type { RateLimits } from './rate-limits.ts'
import { readInput } from './read-input.ts'

export type Call<E extends Endpoint> = {
  query: QueryOf<E>
  body: BodyOf<E>
  /** The bytes as they came, of an endpoint that asks for them. */
  rawBody: E extends { rawBody: true } ? Buffer : undefined
  /** Reads the form of an endpoint that takes one; `take` gets the bytes of its file. */
  readForm: E extends { multipart: z.ZodType }
    ? <T extends Discardable>(
        take: (stream: Readable) => Promise<T>,
      ) => Promise<Form<T> & { fields: FormOf<E> }>
    : undefined
  caller: CallerOf<E['access']>
  /** The caller's address as limits count it; `request.ip` is not that. */
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
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to.
  interface FastifyContextConfig {
    /** Present on every API route that was bound to the contract; a route without it does not start. */
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
      // Fastify writes by it, fast, and drops whatever the contract does not name.
      schema: endpoint.file
        ? {}
        : { response: { 200: answerSchemaOf(endpoint.response, 'draft-7') } },
      onRequest: async (request) => {
        const address = countedAddress(request.ip)
        await limits.take('general', address)
        if (endpoint.limit) await limits.take(endpoint.limit, address)
        await gate.admit(endpoint.access, request)
      },
      handler: (request, reply) =>
        handle({
          query: parsePart(endpoint.query, request.query),
          body: parsePart(endpoint.body, request.body ?? {}),
          rawBody: endpoint.rawBody ? (request.body ?? Buffer.alloc(0)) : undefined,
          readForm: endpoint.multipart ? formReader(request, endpoint.multipart) : undefined,
          caller: gate.callerOf(request),
          get address() {
            return countedAddress(request.ip)
          },
          limits,
          request,
          reply,
        } as Call<typeof endpoint>),
    }
    if (endpoint.rawBody) addRawRoute(app, route)
    else if (endpoint.multipart) addFormRoute(app, route)
    else app.route(route)
  }

/** A scope of its own, because Fastify chooses its body parsers by scope and not by route. */
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
