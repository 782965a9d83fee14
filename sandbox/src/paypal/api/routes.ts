// The API's way in and out: tokens, JSON, repeated calls, and errors in PayPal's shape.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newDebugId } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import { captureOrder, getCapture } from '../orders/captures.ts'
import { capturedOrder, createOrder, fullOrder, getOrder, minimalOrder } from '../orders/orders.ts'
import { getRefund, refundCapture } from '../orders/refunds.ts'
import { isFields } from './check-fields.ts'
import { detail, invalidRequest, notAuthenticated, notFound, PayPalFault } from './fault.ts'

type ById = { Params: { id: string } }

export const registerApi = (app: FastifyInstance, merchant: Merchant): void => {
  app.register(
    async (api) => {
      answerInShape(api)
      api.addHook('onRequest', async (request, reply) => {
        reply.header('paypal-debug-id', newDebugId())
        if (!merchant.tokens.isValid(request.headers.authorization)) throw notAuthenticated()
      })
      orderRoutes(api, merchant)
      paymentRoutes(api, merchant)
    },
    { prefix: '/v2' },
  )
}

const orderRoutes = (api: FastifyInstance, merchant: Merchant): void => {
  api.post('/checkout/orders', (request, reply) => {
    const named = isFields(request.body) && isFields(request.body.payment_source)
    if (named && requestIdOf(request) === undefined)
      throw invalidRequest(detail('PAYPAL_REQUEST_ID_REQUIRED'))
    return once(merchant, request, reply, {
      scope: 'create',
      work: () => createOrder(merchant, request.body).id,
      show: (id) => {
        const row = getOrder(merchant, id)
        return wantsAll(request) ? fullOrder(merchant, row) : minimalOrder(merchant, row)
      },
    })
  })
  api.get<ById>('/checkout/orders/:id', (request) =>
    fullOrder(merchant, getOrder(merchant, request.params.id)),
  )
  api.post<ById>('/checkout/orders/:id/capture', (request, reply) =>
    once(merchant, request, reply, {
      scope: `capture ${request.params.id}`,
      work: () => captureOrder(merchant, request.params.id).id,
      show: (id) => {
        const row = getOrder(merchant, id)
        return wantsAll(request) ? fullOrder(merchant, row) : capturedOrder(merchant, row)
      },
    }),
  )
}

const paymentRoutes = (api: FastifyInstance, merchant: Merchant): void => {
  api.get<ById>(
    '/payments/captures/:id',
    (request) => getCapture(merchant, request.params.id).capture,
  )
  api.post<ById>('/payments/captures/:id/refund', (request, reply) =>
    once(merchant, request, reply, {
      scope: `refund ${request.params.id}`,
      work: () => refundCapture(merchant, request.params.id, request.body).refund.id,
      show: (id) => {
        const { refund } = getRefund(merchant, id)
        const { status, links } = refund
        return wantsAll(request) ? refund : { id, status, links }
      },
    }),
  )
  api.get<ById>('/payments/refunds/:id', (request) => getRefund(merchant, request.params.id).refund)
}

type Doing = {
  readonly scope: string
  /** Makes something and names it. */
  readonly work: () => string
  readonly show: (id: string) => unknown
}

/** 201 for what is new, 200 for what the same request made before. */
const once = async (
  { atomically, replay, slowCalls }: Merchant,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, work, show }: Doing,
): Promise<FastifyReply> => {
  const requestId = requestIdOf(request)
  const known = requestId === undefined ? undefined : replay.find(scope, requestId)
  if (known !== undefined) return reply.code(200).send(show(known))
  if (requestId !== undefined) replay.begin(scope, requestId)
  try {
    await slowCalls.wait(slowCalls.msOf(request))
    const id = atomically(() => {
      const made = work()
      if (requestId !== undefined) replay.save(scope, requestId, made)
      return made
    })
    return reply.code(201).send(show(id))
  } finally {
    if (requestId !== undefined) replay.end(scope, requestId)
  }
}

const requestIdOf = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['paypal-request-id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

const wantsAll = ({ headers }: FastifyRequest): boolean =>
  String(headers.prefer ?? '').includes('return=representation')

/** JSON in, and PayPal's errors out. A capture has no body, though its library announces one. */
export const answerInShape = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    try {
      done(null, text.trim() === '' ? {} : JSON.parse(text))
    } catch {
      done(invalidRequest(detail('MALFORMED_REQUEST_JSON')))
    }
  })
  api.addContentTypeParser('*', (_request, _body, done) =>
    done(new PayPalFault('UNSUPPORTED_MEDIA_TYPE')),
  )
  api.setNotFoundHandler(() => {
    throw notFound()
  })
  api.setErrorHandler(
    (error: FastifyError | PayPalFault, _request: FastifyRequest, reply: FastifyReply) => {
      const fault = error instanceof PayPalFault ? error : faultOf(error)
      return reply.code(fault.statusCode).send(fault.body)
    },
  )
}

const faultOf = (error: FastifyError): PayPalFault => {
  if ((error.statusCode ?? 500) < 500) return new PayPalFault('INVALID_REQUEST')
  console.error(error)
  return new PayPalFault('INTERNAL_SERVER_ERROR')
}
