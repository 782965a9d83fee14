// The account as a person sees it: payments, test cards, what was told to the product, and the switches.
import type { FastifyInstance } from 'fastify'
import { type PaymentSwitches, switchesForm, switchesSchema } from '../../payments/switches.ts'
import { isForm } from '../../web/browser.ts'
import { explainErrors } from '../../web/errors.ts'
import { dataTable, type Html, html, sendPage } from '../../web/pages.ts'
import type { Account } from '../account.ts'
import { TEST_CARDS } from '../payments/cards.ts'
import { closeDispute, openDispute } from '../payments/disputes.ts'
import { getIntent } from '../payments/intents.ts'
import { createRefund } from '../payments/refunds.ts'
import { cardOf, money, navOf, statusBadge, time } from './parts.ts'
import { paymentPage } from './payment.ts'

type ById = { Params: { id: string } }
/** Of a form, or the same in JSON. */
type Fields = Partial<Record<string, string | number>>

/** The pages show the newest; `/state` has them all. */
const LISTED_MAX = 200
const config = { ownPage: true }

export const registerPages = (app: FastifyInstance, account: Account): void => {
  app.register(async (pages) => {
    explainErrors(pages)
    listRoutes(pages, account)
    actionRoutes(pages, account)
    switchRoutes(pages, account)
  })
}

const listRoutes = (app: FastifyInstance, account: Account): void => {
  const { books, switches } = account
  app.get('/', { config }, (_request, reply) =>
    sendPage(reply, { title: 'Card payments', nav: navOf('/stripe'), body: listBody(account) }),
  )
  app.get<ById>('/payments/:id', { config }, (request, reply) => {
    const row = books.intents.get(request.params.id)
    if (!row) return reply.code(404).send({ error: 'There is no such payment.' })
    return sendPage(reply, paymentPage(books, row))
  })
  app.get<ById>('/receipts/:id', { config }, (request, reply) => {
    const charge = books.charges.get(request.params.id)
    if (!charge) return reply.code(404).send({ error: 'There is no such receipt.' })
    const body = html`<dl><dt>Paid</dt><dd>${money(charge.amount, charge.currency)}</dd><dt>Card</dt><dd>${cardOf(charge)}</dd><dt>When</dt><dd>${time(charge.created)}</dd><dt>For</dt><dd>${charge.description ?? ''}</dd></dl>`
    return sendPage(reply, { title: 'Receipt', narrow: true, body })
  })
  app.get('/cards', { config }, (_request, reply) =>
    sendPage(reply, { title: 'Test cards', nav: navOf('/stripe/cards'), body: CARDS_BODY }),
  )
  app.get('/deliveries', { config }, (_request, reply) =>
    sendPage(reply, {
      title: 'Events',
      nav: navOf('/stripe/deliveries'),
      body: html`<p>What the product is told, newest first.</p>
${switchesForm('/stripe/switches', switches.get(), true)}${eventsTable(account)}`,
    }),
  )
}

const actionRoutes = (app: FastifyInstance, account: Account): void => {
  const { books, atomically } = account
  const chargeOf = (intentId: string): string =>
    String(books.intents.get(intentId)?.object.latest_charge)
  const act = (name: string, work: (id: string, body: Fields) => unknown) =>
    app.post<ById & { Body: Fields | null }>(
      `/payments/:id/${name}`,
      { config },
      (request, reply) => {
        const { id } = request.params
        atomically(() => work(id, request.body ?? {}))
        return isForm(request.headers['content-type'])
          ? reply.redirect(`/stripe/payments/${id}`, 303)
          : reply.code(204).send()
      },
    )

  // A person thinks in dollars, a program in cents as Stripe does.
  act(
    'refund',
    (payment_intent, { dollars, amount = dollars && Math.round(Number(dollars) * 100) }) =>
      createRefund(account, {
        payment_intent,
        ...(amount !== undefined && { amount: String(amount) }),
      }),
  )
  // Stripe never mixes its two modes; the product must notice it all the same.
  act('mode', (id, { mode }) =>
    books.saveIntent(getIntent(account, id), { livemode: mode === 'live' }),
  )
  act('dispute', (id) => openDispute(account, chargeOf(id)))
  act('close-dispute', (id, { status }) => {
    const dispute = books.disputes.list().find(({ payment_intent }) => payment_intent === id)
    closeDispute(account, dispute?.id ?? '', status === 'won' ? 'won' : 'lost')
  })
  app.post<ById>('/deliveries/:id', { config }, (request, reply) => {
    const event = books.events.get(request.params.id)
    if (!event) return reply.code(404).send({ error: 'There is no such event.' })
    account.webhooks.resend(event)
    return isForm(request.headers['content-type'])
      ? reply.redirect('/stripe/deliveries', 303)
      : reply.code(204).send()
  })
}

const switchRoutes = (app: FastifyInstance, { switches }: Account): void => {
  app.get('/switches', { config }, () => switches.get())
  app.post<{ Body: Partial<PaymentSwitches> }>(
    '/switches',
    { config, schema: { body: switchesSchema } },
    (request, reply) => {
      const now = switches.change(request.body)
      return isForm(request.headers['content-type'])
        ? reply.redirect('/stripe/deliveries', 303)
        : now
    },
  )
}

const listBody = ({
  books,
}: Account): Html => html`<p>Every card payment that the app began, newest first.</p>
${dataTable(
  'Payments',
  ['Payment', { title: 'Amount', numeric: true }, 'Status', 'Card', 'Begun'],
  books.intents
    .list()
    .slice(-LISTED_MAX)
    .reverse()
    .map(({ object: intent }) => [
      html`<a href="/stripe/payments/${intent.id}">${intent.description ?? intent.id}</a>`,
      money(intent.amount, intent.currency),
      statusBadge(intent.status),
      cardOf(books.charges.get(String(intent.latest_charge))),
      time(intent.created),
    ]),
  'No payments yet. They appear here when someone pays an invoice by card.',
)}`

const eventsTable = ({ books }: Account): Html =>
  dataTable(
    'Events',
    ['Event', 'About', 'When', 'Again'],
    books.events
      .list()
      .slice(-LISTED_MAX)
      .reverse()
      .map((event) => [
        event.type,
        html`<code>${'id' in event.data.object ? String(event.data.object.id) : ''}</code>`,
        time(event.created),
        html`<form method="post" action="/stripe/deliveries/${event.id}"><button class="small">Send again</button></form>`,
      ]),
    'Nothing has happened yet.',
  )

const CARDS_BODY = html`<p>Any expiry date in the future, any security code and any postal code will do. No other
card number is accepted, so that nobody types a real one.</p>
${dataTable(
  'Cards',
  ['Number', 'Brand', 'What it does'],
  Object.entries(TEST_CARDS).map(([number, card]) => [
    html`<code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code>`,
    card.brand,
    card.does,
  ]),
)}`
