// The orders and payments API: tokens, request ids, and errors in PayPal's format.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRecord } from '../../web/browser.ts'
import { newDebugId } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import { captureOrder, getCapture } from '../orders/captures.ts'
import { capturedOrder, createOrder, fullOrder, getOrder, minimalOrder } from '../orders/orders.ts'
import { getRefund, refundCapture } from '../orders/refunds.ts'
import { detail, invalidRequest, notAuthenticated, notFound, PayPalFault } from './fault.ts'

type ById = { Params: { id: string } }

/** A scope of the API whose calls need an access token, unless they are `isOpen`. */
export const registerScope = (
  app: FastifyInstance,
  merchant: Merchant,
  prefix: string,
  register: (api: FastifyInstance) => void,
  isOpen: (request: FastifyRequest) => boolean = () => false,
): void => {
  app.register(
    async (api) => {
      parseAndExplain(api)
      api.addHook('onRequest', async (request, reply) => {
        reply.header('paypal-debug-id', newDebugId())
        if (!isOpen(request) && !merchant.tokens.isValid(request.headers.authorization))
          throw notAuthenticated()
      })
      register(api)
    },
    { prefix },
  )
}

export const registerApi = (app: FastifyInstance, merchant: Merchant): void =>
  registerScope(app, merchant, '/v2', (api) => {
    orderRoutes(api, merchant)
    paymentRoutes(api, merchant)
  })

const orderRoutes = (api: FastifyInstance, merchant: Merchant): void => {
  api.post('/checkout/orders', (request, reply) => {
    const namesPayer = isRecord(request.body) && isRecord(request.body.payment_source)
    if (namesPayer && requestIdOf(request) === undefined)
      throw invalidRequest(detail('PAYPAL_REQUEST_ID_REQUIRED'))
    return once(merchant, request, reply, {
      scope: 'create',
      work: () => createOrder(merchant, request.body).id,
      show: (id) =>
        (prefersAll(request) ? fullOrder : minimalOrder)(merchant, getOrder(merchant, id)),
    })
  })
  api.get<ById>('/checkout/orders/:id', (request) =>
    fullOrder(merchant, getOrder(merchant, request.params.id)),
  )
  api.post<ById>('/checkout/orders/:id/capture', (request, reply) =>
    once(merchant, request, reply, {
      scope: `capture ${request.params.id}`,
      work: () => captureOrder(merchant, request.params.id).id,
      show: (id) =>
        (prefersAll(request) ? fullOrder : capturedOrder)(merchant, getOrder(merchant, id)),
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
        return prefersAll(request) ? refund : { id, status, links }
      },
    }),
  )
}

type Task = {
  readonly scope: string
  /** Creates a resource and returns its id. */
  readonly work: () => string
  readonly show: (id: string) => unknown
}

/** 201 for a new resource, 200 for one that the same request created before. */
const once = async (
  { atomically, replay, slowCalls }: Merchant,
  request: FastifyRequest,
  reply: FastifyReply,
  { scope, work, show }: Task,
): Promise<FastifyReply> => {
  const requestId = requestIdOf(request)
  const known = requestId === undefined ? undefined : replay.find(scope, requestId)
  if (known !== undefined) return reply.code(200).send(show(known))
  if (requestId !== undefined) replay.begin(scope, requestId)
  try {
    await slowCalls.wait(slowCalls.delayOf(request))
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

const prefersAll = ({ headers }: FastifyRequest): boolean =>
  String(headers.prefer ?? '').includes('return=representation')

const parseAndExplain = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    // PayPal's library declares JSON for a capture but sends no body.
    const text = String(body).trim() || '{}'
    try {
      done(null, JSON.parse(text))
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
