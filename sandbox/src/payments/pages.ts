// Pages that the Stripe and PayPal emulators share: the event list, the switches and the action buttons.
import type { FastifyInstance } from 'fastify'
import { answerChange } from '../web/browser.ts'
import {
  badge,
  buttonForm,
  dataTable,
  type Html,
  html,
  type NavLink,
  sendPage,
  type Tone,
  timeText,
} from '../web/pages.ts'
import { type PaymentSwitches, switchesForm, switchesSchema } from './switches.ts'

/** Pages list the newest entries; `/state` has all of them. */
const LISTED_MAX = 200

export const newestFirst = <T>(all: readonly T[]): T[] => all.slice(-LISTED_MAX).reverse()

const TONES: Readonly<Record<Exclude<Tone, 'neutral'>, readonly string[]>> = {
  good: ['succeeded', 'won', 'completed', 'approved'],
  warning: [
    'requires action',
    'requires payment method',
    'requires confirmation',
    'needs response',
    'pending',
    'payer action required',
    'partially refunded',
    'open',
    'waiting for seller response',
    'under review',
  ],
  bad: ['failed', 'lost', 'declined'],
}

export const statusBadge = (status: string): Html => {
  const text = status.replaceAll('_', ' ').toLowerCase()
  const tone = (['good', 'warning', 'bad'] as const).find((each) => TONES[each].includes(text))
  return badge(text, tone)
}

export const navOf = (links: Readonly<Record<string, string>>, current: string): NavLink[] =>
  Object.entries(links).map(([path, title]) => ({ title, path, current: path === current }))

type ById = { Params: { id: string } }
/** Fields of a form, or the same as JSON. */
export type Fields = Partial<Record<string, string | number>>

/** Adds a button's route; `work` returns the page that shows the result. */
export const addAction = (
  app: FastifyInstance,
  path: string,
  work: (id: string, body: Fields) => string,
) =>
  app.post<ById & { Body: Fields | null }>(path, (request, reply) =>
    answerChange(request, reply, work(request.params.id, request.body ?? {})),
  )

type EventService<Event> = {
  readonly switches: {
    get(): PaymentSwitches
    change(change: Partial<PaymentSwitches>): PaymentSwitches
  }
  readonly events: { get(id: string): Event | undefined; list(): Event[] }
  readonly resend: (event: Event) => void
}

type EventView<Event> = {
  /** Where the service's pages start, such as `/stripe`. */
  readonly home: string
  readonly nav: readonly NavLink[]
  readonly extra?: () => Html
  readonly summarize: (event: Event) => { type: string; about: string; time: string }
}

export const eventRoutes = <Event extends { readonly id: string }>(
  app: FastifyInstance,
  { switches, events, resend }: EventService<Event>,
  { home, nav, extra, summarize }: EventView<Event>,
): void => {
  const page = `${home}/deliveries`
  const row = (event: Event) => {
    const { type, about, time } = summarize(event)
    const again = buttonForm(`${page}/${event.id}`, 'Resend', 'small')
    return [type, html`<code>${about}</code>`, timeText(time), again]
  }
  app.get('/deliveries', (_request, reply) =>
    sendPage(reply, {
      title: 'Events',
      nav,
      body: html`<p>The events that the app gets by webhook, newest first.</p>
${switchesForm(`${home}/switches`, switches.get())}${extra?.()}
<h2>Sent so far</h2>
${dataTable('Events', ['Event', 'About', 'Time', 'Resend'], newestFirst(events.list()).map(row), 'No events yet.')}`,
    }),
  )
  app.post<ById>('/deliveries/:id', (request, reply) => {
    const event = events.get(request.params.id)
    if (!event) return reply.code(404).send({ error: "We couldn't find that event." })
    resend(event)
    return answerChange(request, reply, page)
  })
  app.get('/switches', () => switches.get())
  app.post<{ Body: Partial<PaymentSwitches> }>(
    '/switches',
    { schema: { body: switchesSchema } },
    (request, reply) => answerChange(request, reply, page, switches.change(request.body)),
  )
}
