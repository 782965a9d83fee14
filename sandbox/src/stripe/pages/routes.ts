// Stripe's dashboard for people: payments, test cards, events and switches.
import type { FastifyInstance } from 'fastify'
import { addAction, eventRoutes, type Fields, navOf } from '../../payments/pages.ts'
import { answerChange } from '../../web/browser.ts'
import { pageRoutes } from '../../web/page-routes.ts'
import { dataTable, html, sendPage } from '../../web/pages.ts'
import type { Account } from '../account.ts'
import { TEST_CARDS } from '../payments/cards.ts'
import { closeDispute, openDispute } from '../payments/disputes.ts'
import { getIntent } from '../payments/intents.ts'
import { createRefund } from '../payments/refunds.ts'
import { type Profile, profileForm, profileSchema } from '../profile.ts'
import { isoTime, paymentPage, paymentsTable } from './payment.ts'

type ById = { Params: { id: string } }

const NAV = {
  '/stripe': 'Payments',
  '/stripe/cards': 'Test cards',
  '/stripe/deliveries': 'Events',
}

export const registerPages = (app: FastifyInstance, account: Account) =>
  pageRoutes(app, (pages) => {
    listRoutes(pages, account)
    actionRoutes(pages, account)
    pages.post<{ Body: Partial<Profile> }>(
      '/profile',
      { schema: { body: profileSchema } },
      (request, reply) =>
        answerChange(request, reply, '/stripe/deliveries', account.profile.change(request.body)),
    )
    eventRoutes(pages, account, {
      home: '/stripe',
      extra: () => profileForm(account.profile.get()),
      nav: navOf(NAV, '/stripe/deliveries'),
      summarize: ({ type, created, data: { object } }) => ({
        type,
        about: 'id' in object ? String(object.id) : '',
        time: isoTime(created),
      }),
    })
  })

const listRoutes = (app: FastifyInstance, { books }: Account): void => {
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Card payments',
      nav: navOf(NAV, '/stripe'),
      body: html`<p>Card payments that the app started, newest first.</p>${paymentsTable(books)}`,
    }),
  )
  app.get<ById>('/payments/:id', (request, reply) => {
    const intent = books.intents.get(request.params.id)
    if (!intent) return reply.code(404).send({ error: "We couldn't find that payment." })
    return sendPage(reply, { ...paymentPage(books, intent), nav: navOf(NAV, '') })
  })
  app.get('/cards', (_request, reply) =>
    sendPage(reply, { title: 'Test cards', nav: navOf(NAV, '/stripe/cards'), body: CARDS }),
  )
}

const actionRoutes = (app: FastifyInstance, account: Account): void => {
  const { books, atomically } = account
  const act = (name: string, work: (id: string, body: Fields) => unknown) =>
    addAction(app, `/payments/:id/${name}`, (id, body) => {
      atomically(() => work(id, body))
      return `/stripe/payments/${id}`
    })
  /** People enter dollars; programs send cents, as Stripe does. */
  const refund = (
    payment_intent: string,
    { dollars, amount = dollars && Math.round(Number(dollars) * 100) }: Fields,
  ) =>
    createRefund(account, {
      payment_intent,
      ...(amount !== undefined && { amount: String(amount) }),
    })

  act('refund', refund)
  // Stripe never mixes live and test payments, but the app must notice if it does.
  act('mode', (id, { mode }) =>
    books.saveIntent(getIntent(account, id), { livemode: mode === 'live' }),
  )
  act('dispute', (id) => openDispute(account, String(books.intents.get(id)?.latest_charge)))
  act('close-dispute', (id, { status }) => {
    const dispute = books.disputes.list().find(({ payment_intent }) => payment_intent === id)
    closeDispute(account, dispute?.id ?? '', status === 'won' ? 'won' : 'lost')
  })
}

const CARDS = html`<p>Use any future expiration date, any security code and any ZIP code. No other card numbers
work, so no one can enter a real one by mistake.</p>
${dataTable(
  'Cards',
  ['Number', 'Brand', 'What it does'],
  Object.entries(TEST_CARDS).map(([number, card]) => [
    html`<code>${number.replace(/(\d{4})(?=\d)/g, '$1 ')}</code>`,
    card.brand ?? 'visa',
    card.does,
  ]),
)}`
