// The API's HTTP layer: forms, keys, idempotency, request ids, and errors in Stripe's format.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../account.ts'
import { API_VERSION, newId } from '../ids.ts'
import { callerOf } from './access.ts'
import { expand } from './expand.ts'
import {
  invalidRequest,
  objectLocked,
  StripeFault,
  systemFailure,
  unrecognizedUrl,
} from './fault.ts'
import { listOf, parseForm } from './form.ts'
import { digestOf, isKept } from './idempotency.ts'
import { type Call, OPERATIONS, type Operation } from './operations.ts'

type Answer = { readonly status: number; readonly body: unknown; readonly isStored: boolean }

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
        throw unrecognizedUrl(request.method, pathOf(request))
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
  const key = keyOf(request)
  const requestId = requestIdOf(reply)
  const call: Call = {
    account,
    caller: callerOf(request.headers.authorization, tree),
    id: (request.params as { id?: string }).id ?? '',
    tree,
    cause: { id: requestId, idempotency_key: key ?? null },
  }
  if (request.method === 'GET') return send(reply, run(operation, call))
  if (key === undefined) {
    await delay(call, request)
    return send(
      reply,
      account.atomically(() => run(operation, call)),
    )
  }
  reply.header('idempotency-key', key)
  const digest = digestOf(request.method, pathOf(request), form)
  const saved = idempotency.replay(key, digest)
  if (saved) {
    reply.headers({ 'idempotent-replayed': 'true', 'original-request': saved.requestId })
    return send(reply, { ...saved, isStored: true })
  }
  idempotency.begin(key)
  try {
    await delay(call, request)
    // One transaction, so a crash can't separate the answer from what it reports.
    const answer = account.atomically(() => {
      const { status, body, isStored } = run(operation, call)
      if (isStored) idempotency.save(key, { status, body, requestId, digest })
      return { status, body, isStored }
    })
    return send(reply, answer)
  } finally {
    idempotency.end(key)
  }
}

/** While a slow call changes an object, other calls can read it but not change it. */
const delay = async ({ account, id }: Call, request: FastifyRequest): Promise<void> => {
  const { slowCalls, lockedIds } = account
  if (lockedIds.has(id)) throw objectLocked()
  const ms = slowCalls.delayOf(request)
  if (ms === 0 || id === '') return slowCalls.wait(ms)
  lockedIds.add(id)
  try {
    await slowCalls.wait(ms)
  } finally {
    lockedIds.delete(id)
  }
}

/** Returns faults instead of throwing them, because a decline writes records that must be committed. */
const run = (operation: Operation, call: Call): Answer => {
  try {
    const paths = listOf(call.tree, 'expand')
    return { status: 200, body: expand(call.account.books, operation(call), paths), isStored: true }
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error
    return {
      status: error.statusCode,
      body: { error: error.error },
      isStored: isKept(error),
    }
  }
}

const send = (reply: FastifyReply, { status, body, isStored }: Answer): FastifyReply => {
  if (status >= 400 && isStored) reply.header('stripe-should-retry', 'false')
  return reply
    .code(status)
    .type('application/json')
    .send(JSON.stringify(body, null, 2))
}

/** An injected failure is replayed like a real one: the same key fails the same way for a day. */
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
  return send(reply, { status: fault.statusCode, body: { error: fault.error }, isStored: false })
}

const faultOf = (error: FastifyError): StripeFault => {
  if ((error.statusCode ?? 500) < 500) return invalidRequest(error.message, {}, error.statusCode)
  console.error(error)
  return systemFailure()
}
