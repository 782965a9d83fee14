// The merchant's account as a person sees it: orders and captures, what the product was told, and the switches.
import type { FastifyInstance } from 'fastify'
import { type PaymentSwitches, switchesForm, switchesSchema } from '../../payments/switches.ts'
import { isForm } from '../../web/browser.ts'
import { explainErrors } from '../../web/errors.ts'
import { dataTable, type Html, html, sendPage } from '../../web/pages.ts'
import { openDispute, resolveDispute, updateDispute } from '../disputes/disputes.ts'
import type { Merchant } from '../merchant.ts'
import { getCapture, settlePending } from '../orders/captures.ts'
import { refundCapture, reverseCapture } from '../orders/refunds.ts'
import { orderPage } from './order.ts'
import { dollars, navOf, statusBadge, time } from './parts.ts'

type ById = { Params: { id: string } }
type Fields = Partial<Record<string, string>>

/** The pages show the newest; `/state` has them all. */
const LISTED_MAX = 200
const config = { ownPage: true }

export const registerPages = (app: FastifyInstance, merchant: Merchant): void => {
  app.register(async (pages) => {
    explainErrors(pages)
    listRoutes(pages, merchant)
    actionRoutes(pages, merchant)
    switchRoutes(pages, merchant)
  })
}

const listRoutes = (app: FastifyInstance, merchant: Merchant): void => {
  const { books, switches } = merchant
  app.get('/', { config }, (_request, reply) =>
    sendPage(reply, {
      title: 'Wallet payments',
      nav: navOf('/paypal'),
      body: html`<p>Every order that the app began, newest first.</p>${ordersTable(merchant)}`,
    }),
  )
  app.get<ById>('/orders/:id', { config }, (request, reply) => {
    const row = books.orders.get(request.params.id)
    if (!row) return reply.code(404).send({ error: 'There is no such order.' })
    return sendPage(reply, orderPage(books, row))
  })
  app.get('/deliveries', { config }, (_request, reply) =>
    sendPage(reply, {
      title: 'Events',
      nav: navOf('/paypal/deliveries'),
      body: html`<p>What the product is told, newest first.</p>
${switchesForm('/paypal/switches', switches.get())}
<form class="actions" method="post" action="/paypal/expire-tokens"><button>Expire all access tokens</button></form>
<h2>Told so far</h2>${eventsTable(merchant)}`,
    }),
  )
}

const actionRoutes = (app: FastifyInstance, merchant: Merchant): void => {
  const { books, atomically } = merchant
  /** `work` says which page shows what it did. */
  const act = (path: string, work: (id: string, body: Fields) => string) =>
    app.post<ById & { Body: Fields | null }>(path, { config }, (request, reply) => {
      const page = atomically(() => work(request.params.id, request.body ?? {}))
      return isForm(request.headers['content-type'])
        ? reply.redirect(page, 303)
        : reply.code(204).send()
    })
  const pageOf = (captureId: string) => `/paypal/orders/${getCapture(merchant, captureId).orderId}`

  act('/captures/:id/refund', (id, { value }) => {
    const { currency_code } = getCapture(merchant, id).capture.amount
    const amount = value === undefined ? {} : { amount: { currency_code, value: String(value) } }
    refundCapture(merchant, id, amount)
    return pageOf(id)
  })
  act('/captures/:id/reverse', (id) => {
    reverseCapture(merchant, id)
    return pageOf(id)
  })
  act('/captures/:id/settle', (id, { status }) => {
    settlePending(merchant, id, status === 'DECLINED' ? 'DECLINED' : 'COMPLETED')
    return pageOf(id)
  })
  act('/captures/:id/dispute', (id, { reason }) => {
    openDispute(merchant, id, reason)
    return pageOf(id)
  })
  act('/disputes/:id/update', (id, { status }) =>
    pageOf(updateDispute(merchant, id, status).captureId),
  )
  act('/disputes/:id/resolve', (id, { outcome }) =>
    pageOf(resolveDispute(merchant, id, outcome).captureId),
  )
  act('/orders/:id/expire', (id) => {
    const row = books.findOrder(id)
    if (row) books.saveOrder(row, { createdAtMs: 0 })
    return '/paypal'
  })
  act('/deliveries/:id', (id) => {
    const event = books.events.get(id)
    if (event) merchant.webhooks.resend(event)
    return '/paypal/deliveries'
  })
}

const switchRoutes = (app: FastifyInstance, { switches, tokens }: Merchant): void => {
  app.get('/switches', { config }, () => switches.get())
  app.post<{ Body: Partial<PaymentSwitches> }>(
    '/switches',
    { config, schema: { body: switchesSchema } },
    (request, reply) => {
      const now = switches.change(request.body)
      return isForm(request.headers['content-type'])
        ? reply.redirect('/paypal/deliveries', 303)
        : now
    },
  )
  app.post('/expire-tokens', { config }, (request, reply) => {
    tokens.expireAll()
    return isForm(request.headers['content-type'])
      ? reply.redirect('/paypal/deliveries', 303)
      : reply.code(204).send()
  })
}

const ordersTable = ({ books }: Merchant): Html =>
  dataTable(
    'Orders',
    ['Order', { title: 'Amount', numeric: true }, 'Order is', 'Captures', 'Begun'],
    books.orders
      .list()
      .slice(-LISTED_MAX)
      .reverse()
      .map((row) => [
        html`<a href="/paypal/orders/${row.id}">${row.units[0]?.description ?? row.id}</a>`,
        row.units.map(({ amount }) => dollars(amount)).join(' + '),
        statusBadge(row.status),
        books.capturesOf(row.id).map(({ capture }) => statusBadge(capture.status)),
        time(row.create_time),
      ]),
    'No orders yet. They appear here when someone presses the wallet button.',
  )

const aboutOf = (resource: object): string => {
  if ('dispute_id' in resource) return String(resource.dispute_id)
  return 'id' in resource ? String(resource.id) : ''
}

const eventsTable = ({ books }: Merchant): Html =>
  dataTable(
    'Events',
    ['Event', 'About', 'When', 'Again'],
    books.events
      .list()
      .slice(-LISTED_MAX)
      .reverse()
      .map((event) => [
        event.event_type,
        html`<code>${aboutOf(event.resource)}</code>`,
        time(event.create_time),
        html`<form method="post" action="/paypal/deliveries/${event.id}"><button class="small">Send again</button></form>`,
      ]),
    'Nothing has happened yet.',
  )
