// PayPal's dashboard for people: orders, events and switches.
import type { FastifyInstance } from 'fastify'
import { addAction, eventRoutes, navOf } from '../../payments/pages.ts'
import { answerChange } from '../../web/browser.ts'
import { pageRoutes } from '../../web/page-routes.ts'
import { buttonForm, html, sendPage } from '../../web/pages.ts'
import { openDispute, resolveDispute, updateDispute } from '../disputes/disputes.ts'
import type { Merchant } from '../merchant.ts'
import { getCapture, settlePending } from '../orders/captures.ts'
import { refundCapture, reverseCapture } from '../orders/refunds.ts'
import { orderPage, ordersTable } from './order.ts'

const NAV = { '/paypal': 'Orders', '/paypal/deliveries': 'Events' }

export const registerPages = (app: FastifyInstance, merchant: Merchant) =>
  pageRoutes(app, (pages) => {
    listRoutes(pages, merchant)
    actionRoutes(pages, merchant)
    eventRoutes(pages, merchant, {
      home: '/paypal',
      nav: navOf(NAV, '/paypal/deliveries'),
      extra: () => buttonForm('/paypal/expire-tokens', 'Expire all access tokens'),
      summarize: ({ event_type, resource, create_time }) => ({
        type: event_type,
        about: idOf(resource),
        time: create_time,
      }),
    })
  })

const idOf = (resource: object): string => {
  if ('dispute_id' in resource) return String(resource.dispute_id)
  return 'id' in resource ? String(resource.id) : ''
}

const listRoutes = (app: FastifyInstance, { books, tokens }: Merchant): void => {
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'PayPal orders',
      nav: navOf(NAV, '/paypal'),
      body: html`<p>PayPal orders that the app created, newest first.</p>${ordersTable(books)}`,
    }),
  )
  app.get<{ Params: { id: string } }>('/orders/:id', (request, reply) => {
    const row = books.orders.get(request.params.id)
    if (!row) return reply.code(404).send({ error: "We couldn't find that order." })
    return sendPage(reply, { ...orderPage(books, row), nav: navOf(NAV, '') })
  })
  app.post('/expire-tokens', (request, reply) => {
    tokens.expireAll()
    return answerChange(request, reply, '/paypal/deliveries')
  })
}

const actionRoutes = (app: FastifyInstance, merchant: Merchant): void => {
  const { books, atomically } = merchant
  type Work = (id: string, body: Partial<Record<string, string>>) => { captureId: string }
  const act = (path: string, work: Work) =>
    addAction(app, path, (id, body) => {
      const fields = Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, String(value)]),
      )
      const { captureId } = atomically(() => work(id, fields))
      return `/paypal/orders/${getCapture(merchant, captureId).orderId}`
    })

  act('/captures/:id/refund', (id, { value }) => {
    const { currency_code } = getCapture(merchant, id).capture.amount
    return refundCapture(
      merchant,
      id,
      value === undefined ? {} : { amount: { currency_code, value } },
    )
  })
  act('/captures/:id/reverse', (id) => reverseCapture(merchant, id))
  act('/captures/:id/settle', (id, { status }) => {
    settlePending(merchant, id, status === 'DECLINED' ? 'DECLINED' : 'COMPLETED')
    return { captureId: id }
  })
  act('/captures/:id/dispute', (id, { reason, also }) =>
    openDispute(merchant, id, reason, also?.split(',')),
  )
  act('/disputes/:id/update', (id, { status }) => updateDispute(merchant, id, status))
  act('/disputes/:id/resolve', (id, { outcome }) => resolveDispute(merchant, id, outcome))
  addAction(app, '/orders/:id/expire', (id) => {
    const row = books.findOrder(id)
    if (row) books.saveOrder(row, { createdAtMs: 0 })
    return '/paypal'
  })
}
