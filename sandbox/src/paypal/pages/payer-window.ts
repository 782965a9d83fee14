// The payer's window: a page with plain buttons, shown over the product's page or opened in its place.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, type PageParts, sendPage } from '../../web/pages.ts'
import type { Merchant } from '../merchant.ts'
import { approveOrder } from '../orders/orders.ts'
import { CHOICES, type Choice, type OrderRow } from '../wire.ts'
import { dollars } from './parts.ts'

type Visit = {
  Querystring: { token?: string; framed?: string }
  Body: { choice?: string } | null
}

export const registerWindow = (app: FastifyInstance, merchant: Merchant): void => {
  const options = { config: { ownPage: true } }

  app.get<Visit>('/checkoutnow', options, (request, reply) => {
    const row = merchant.books.findOrder(request.query.token ?? '')
    if (!row || row.status === 'COMPLETED') return sendPage(reply, closedPage(row), row ? 200 : 404)
    return sendPage(reply, windowPage(row))
  })
  app.post<Visit>('/checkoutnow', options, (request, reply) => {
    const { token = '', framed } = request.query
    const row = merchant.books.findOrder(token)
    if (request.body?.choice === 'break') return sendPage(reply, BROKEN)
    const choice = CHOICES.find((one) => one === request.body?.choice)
    if (!row || !choice) return leave(reply, row, token, framed)
    const approved = merchant.atomically(() => approveOrder(merchant, token, choice))
    return leave(reply, approved, token, framed, approved.payer?.payer_id)
  })
}

/** A framed window tells the page around it; a page of its own sends the payer back. */
const leave = (
  reply: FastifyReply,
  row: OrderRow | undefined,
  token: string,
  framed: string | undefined,
  payerId?: string,
): FastifyReply => {
  const back = payerId === undefined ? row?.cancelUrl : row?.returnUrl
  if (framed === undefined && back !== undefined) {
    const url = new URL(back)
    url.searchParams.set('token', token)
    if (payerId !== undefined) url.searchParams.set('PayerID', payerId)
    return reply.redirect(url.href, 303)
  }
  return sendPage(reply, {
    title: payerId === undefined ? 'Cancelled' : 'Thank you',
    narrow: true,
    body: html`<p>You can go on in the page you came from.</p>
<script src="/paypal/js/window-done.js" data-order-id="${token}" data-payer-id="${payerId ?? ''}"></script>`,
  })
}

/** As when the real window fails by itself: the page's `onError` hears of it, and the order stays as it was. */
const BROKEN: PageParts = {
  title: 'Things do not appear to be working',
  narrow: true,
  body: html`<p>Please go back to the page you came from.</p>
<script src="/paypal/js/window-done.js" data-error="The window failed"></script>`,
}

const BUTTONS: readonly (readonly [Choice | 'cancel' | 'break', string, string])[] = [
  ['approve', 'Pay now', 'primary'],
  ['decline', 'Decline card', ''],
  ['alternate-funding', 'Have PayPal ask for another funding source', ''],
  ['payer-action', 'Have PayPal ask the payer to come back', ''],
  ['transaction-refused', 'Have PayPal refuse the payment', ''],
  ['pending', 'Pay, but leave it pending', ''],
  ['capture-declined', 'Pay, but have it declined afterwards', ''],
  ['capture-failed', 'Pay, but have it fail afterwards', ''],
  ['break', 'Have the window fail', ''],
  ['cancel', 'Cancel and return', ''],
]

const windowPage = (row: OrderRow): PageParts => ({
  title: 'Pay with your wallet',
  narrow: true,
  body: html`<p>${row.wallet?.email_address ?? 'robin.buyer@wallet.example'} pays ${row.brandName}:</p>
<p class="sum">${totalOf(row)}</p>
${itemsOf(row)}
<form class="stack" method="post">${BUTTONS.map(
    ([choice, label, style]) =>
      html`<button class="${style}" name="choice" value="${choice}">${label}</button>`,
  )}</form>`,
})

const totalOf = ({ units }: OrderRow): string =>
  units.map(({ amount }) => dollars(amount)).join(' + ')

const itemsOf = ({ units }: OrderRow): Html => {
  const items = units.flatMap((unit) => unit.items ?? [])
  const names = items.map((item) => html`<li>${item.name}: ${dollars(item.unit_amount)}</li>`)
  return html`${units.map(({ description }) => description && html`<p>${description}</p>`)}
${names.length > 0 && html`<ul>${names}</ul>`}`
}

const closedPage = (row: OrderRow | undefined): PageParts => ({
  title: row ? 'This order is paid' : 'There is no such order',
  narrow: true,
  body: html`<p>${row ? 'There is nothing left to do.' : 'It may have expired, or the sandbox started over.'}</p>
<form class="stack" method="post"><button name="choice" value="cancel">Cancel and return</button></form>`,
})
