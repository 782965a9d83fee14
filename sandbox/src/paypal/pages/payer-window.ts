// The payer's window, in a frame over the app's page or in its place, with a button for each outcome.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageRoutes } from '../../web/page-routes.ts'
import { html, type PageParts, selectField, sendPage } from '../../web/pages.ts'
import type { Merchant } from '../merchant.ts'
import { CAPTURE_ISSUES, isCaptureIssue } from '../orders/capture-issues.ts'
import { approveOrder } from '../orders/orders.ts'
import { CHOICES, type Choice, type OrderRow } from '../wire.ts'
import { amountText } from './order.ts'

type Visit = {
  Querystring: { token?: string; framed?: string }
  Body: { choice?: string } | null
}

export const registerWindow = (app: FastifyInstance, merchant: Merchant) =>
  pageRoutes(app, (pages) => {
    pages.get<Visit>('/checkoutnow', (request, reply) => {
      const row = merchant.books.findOrder(request.query.token ?? '')
      if (!row) return sendPage(reply, closedPage('Order not found', NOT_FOUND), 404)
      if (row.status === 'COMPLETED')
        return sendPage(reply, closedPage('This order is paid', "There's nothing left to do."))
      return sendPage(reply, windowPage(row))
    })
    pages.post<Visit>('/checkoutnow', (request, reply) => {
      const { token = '', framed } = request.query
      const row = merchant.books.findOrder(token)
      if (request.body?.choice === 'break') return sendPage(reply, BROKEN)
      const chosen = request.body?.choice
      const choice = isCaptureIssue(chosen) ? chosen : CHOICES.find((one) => one === chosen)
      if (!row || !choice) return leave(reply, row, token, framed)
      const approved = merchant.atomically(() => approveOrder(merchant, token, choice))
      return leave(reply, approved, token, framed, approved.payer?.payer_id)
    })
  })

/** A framed window notifies the page around it; otherwise the payer is redirected. */
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
    title: payerId === undefined ? 'Canceled' : 'Thank you',
    narrow: true,
    body: html`<p>You can go back to the page you came from.</p>
<script src="/paypal/js/window-done.js" data-payer-id="${payerId ?? ''}"></script>`,
  })
}

/** The app's page gets an `onError`, and the order stays as it was. */
const BROKEN: PageParts = {
  title: "Things don't appear to be working",
  narrow: true,
  body: html`<p>Please go back to the page you came from.</p>
<script src="/paypal/js/window-done.js" data-error="The window failed"></script>`,
}

const BUTTONS = {
  approve: 'Pay now',
  decline: 'Decline card',
  'alternate-funding': 'PayPal asks for another funding source',
  'payer-action': 'PayPal asks the payer to come back',
  'transaction-refused': 'PayPal refuses the payment',
  pending: 'Pay, but leave it pending',
  'capture-declined': 'Pay, then decline the capture',
  'capture-failed': 'Pay, then fail the capture',
  break: 'Break this window',
  cancel: 'Cancel and return',
} satisfies Record<Choice | 'cancel' | 'break', string>

const windowPage = ({ wallet, brandName, unit }: OrderRow): PageParts => ({
  title: 'Pay with PayPal',
  narrow: true,
  body: html`<p>${wallet?.email_address ?? 'robin.buyer@wallet.example'} pays ${brandName}:</p>
<p class="sum">${amountText(unit.amount)}</p>
${unit.description && html`<p>${unit.description}</p>`}
<form class="stack" method="post">${Object.entries(BUTTONS).map(
    ([choice, label]) =>
      html`<button class="${choice === 'approve' && 'primary'}" name="choice" value="${choice}">${label}</button>`,
  )}</form>
<form class="stack" method="post">${selectField('Other refusals of the capture', 'choice', ISSUE_LABELS)}
<button>Approve, then refuse the capture</button></form>`,
})

const ISSUE_LABELS = Object.fromEntries(
  [...CAPTURE_ISSUES].map(([issue, status]) => [issue, `${status} ${issue}`]),
)

const NOT_FOUND = 'It may have expired, or the sandbox was reset.'

const closedPage = (title: string, text: string): PageParts => ({
  title,
  narrow: true,
  body: html`<p>${text}</p>
<form class="stack" method="post"><button name="choice" value="cancel">Cancel and return</button></form>`,
})
