// The API's way in and out: forms, keys, repeated calls, request ids, and errors in Stripe's shape.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account.ts'
import { API_VERSION, newId } from '../ids.ts'
import { callerOf, publicIntent } from './access.ts'
import { expand } from './expand.ts'
import {
  invalidRequest,
  objectLocked,
  StripeFault,
  systemFailure,
  unrecognisedUrl,
} from './fault.ts'
import { listOf, parseForm } from './form.ts'
import { digestOf, isKept } from './idempotency.ts'
import { type Call, OPERATIONS, type Operation } from './operations.ts'

type Answer = { readonly status: number; readonly body: unknown; readonly kept: boolean }

export const registerApi = (app: FastifyInstance, account: Account): void => {
  app.register(
    async (api) => {
      acceptForms(api)
      api.addHook('onRequest', async (_request, reply) => {
        reply.headers({ 'request-id': newId('req'), 'stripe-version': API_VERSION })
      })
      keepFailures(api, account)
      api.setErrorHandler(answerError)
      api.setNotFoundHandler((request) => {
        throw unrecognisedUrl(request.method, pathOf(request))
      })
      for (const [method, url, operation] of OPERATIONS)
        api.route({
          method,
          url,
          handler: (request, reply) => handle(account, operation, request, reply),
        })
    },
    { prefix: '/v1' },
  )
}

const handle = async (
  account: Account,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { idempotency } = account
  const form = typeof request.body === 'string' ? request.body : (request.url.split('?')[1] ?? '')
  const tree = parseForm(form)
  const call: Call = {
    account,
    caller: callerOf(request.headers.authorization, tree),
    id: (request.params as { id?: string }).id ?? '',
    tree,
    cause: { id: requestIdOf(reply), idempotency_key: keyOf(request) ?? null },
  }
  if (request.method === 'GET') return send(reply, run(account, operation, call))
  const key = keyOf(request)
  if (key === undefined) {
    await takeTime(call, request)
    return send(
      reply,
      account.atomically(() => run(account, operation, call)),
    )
  }
  reply.header('idempotency-key', key)
  const digest = digestOf(request.method, pathOf(request), form)
  const saved = idempotency.replay(key, digest)
  if (saved) {
    reply.headers({ 'idempotent-replayed': 'true', 'original-request': saved.requestId })
    return send(reply, { ...saved, kept: true })
  }
  idempotency.begin(key)
  try {
    await takeTime(call, request)
    // The answer reaches the disk together with what it speaks of.
    const answer = account.atomically(() => {
      const { kept, ...fresh } = run(account, operation, call)
      if (kept) idempotency.save(key, { ...fresh, requestId: requestIdOf(reply), digest })
      return { ...fresh, kept }
    })
    return send(reply, answer)
  } finally {
    idempotency.end(key)
  }
}

/** While a slow call changes an object, others may not change it; they still read it as it was. */
const takeTime = async ({ account, id }: Call, request: FastifyRequest): Promise<void> => {
  const { slowCalls, lockedIds } = account
  if (lockedIds.has(id)) throw objectLocked()
  const ms = slowCalls.msOf(request)
  if (ms === 0 || id === '') return slowCalls.wait(ms)
  lockedIds.add(id)
  try {
    await slowCalls.wait(ms)
  } finally {
    lockedIds.delete(id)
  }
}

/** A refusal is an answer like any other, because a decline is written down too. */
const run = (account: Account, operation: Operation, call: Call): Answer => {
  try {
    const object = operation(call)
    return {
      status: 200,
      body: expand(account.books, object, listOf(call.tree, 'expand')),
      kept: true,
    }
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    const intent = error.error.payment_intent
    const shown = intent && (call.caller === 'secret' ? intent : publicIntent(intent))
    const body = { ...error.error, ...(shown && { payment_intent: shown }) }
    return { status: error.status, body: { error: body }, kept: isKept(error) }
  }
}

const send = (reply: FastifyReply, { status, body, kept }: Answer): FastifyReply => {
  if (status >= 400 && kept) reply.header('stripe-should-retry', 'false')
  return reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify(body, null, 2))
}

/** An injected failure is remembered like a real one: the same key fails the same way for a day. */
const keepFailures = (api: FastifyInstance, { idempotency }: Account): void => {
  api.addHook('onSend', async (request, reply, payload) => {
    const key = keyOf(request)
    if (request.method !== 'POST' || key === undefined || reply.statusCode !== 500) return
    if (typeof payload !== 'string' || idempotency.has(key)) return
    reply.header('stripe-should-retry', 'false')
    const requestId = requestIdOf(reply)
    idempotency.save(key, { status: 500, body: JSON.parse(payload), requestId, digest: null })
  })
}

const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : undefined
}

const requestIdOf = (reply: FastifyReply): string => String(reply.getHeader('request-id') ?? '')

const pathOf = ({ url }: FastifyRequest): string =>
  url.split('?', 1)[0]?.replace(/^\/stripe/, '') ?? ''

const acceptForms = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  api.addContentTypeParser('*', (_request, _body, done) =>
    done(
      invalidRequest(
        'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
      ),
    ),
  )
}

const answerError = (
  error: FastifyError | StripeFault,
  _request: FastifyRequest,
  reply: FastifyReply,
) => {
  const fault = error instanceof StripeFault ? error : faultOf(error)
  return send(reply, { status: fault.status, body: { error: fault.error }, kept: false })
}

const faultOf = (error: FastifyError): StripeFault => {
  if ((error.statusCode ?? 500) < 500) return invalidRequest(error.message, {}, error.statusCode)
  console.error(error)
  return systemFailure()
}
