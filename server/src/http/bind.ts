// Binds a contract endpoint to its handler: validation, access, limits and answers all come from the endpoint.
import type { BodyOf, Endpoint, QueryOf, ResponseOf } from '@invoice-desk/contract/endpoint'
import { describeIssue } from '@invoice-desk/contract/issues'
import { JSON_BYTES_MAX } from '@invoice-desk/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { CallerOf, Gate } from './access.ts'
import type { RateLimits } from './rate-limits.ts'

export type Call<E extends Endpoint> = {
  query: QueryOf<E>
  body: BodyOf<E>
  caller: CallerOf<E['access']>
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
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyBytesMax ?? JSON_BYTES_MAX,
      config: { endpoint },
      schema: { response: { 200: answerSchema(endpoint.response) } },
      onRequest: async (request, reply) => {
        await limits.take('general', request.ip, reply)
        if (endpoint.limit) await limits.take(endpoint.limit, request.ip, reply)
        await gate.admit(endpoint.access, request)
      },
      handler: async (request, reply) =>
        handle({
          query: parsePart(endpoint.query, request.query),
          body: parsePart(endpoint.body, request.body ?? {}),
          caller: gate.callerOf(request),
          request,
          reply,
        } as Call<typeof endpoint>),
    })
  }

const parsePart = (schema: z.ZodType | undefined, input: unknown): unknown =>
  schema?.parse(input, { error: describeIssue })

/** The answer's JSON schema: Fastify writes by it, fast, and drops whatever the contract does not name. */
const answerSchema = (response: z.ZodType) =>
  z.toJSONSchema(response, { target: 'draft-7', unrepresentable: 'any', io: 'input' })
