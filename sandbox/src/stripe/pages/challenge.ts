// The bank's question to the payer: a page with plain buttons, framed by the product or opened in its place.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, type PageParts, sendPage } from '../../web/pages.ts'
import type { Account } from '../account.ts'
import type { IntentRow } from '../books.ts'
import { finishChallenge } from '../payments/confirm.ts'
import { money } from './parts.ts'

type ByIntent = {
  Params: { id: string }
  Querystring: { client_secret?: string; framed?: string }
  Body: { choice?: string } | undefined
}

export const registerChallenge = (app: FastifyInstance, account: Account): void => {
  const options = { config: { ownPage: true } }
  const findRow = (id: string, secret = ''): IntentRow | undefined => {
    const row = account.books.intents.get(id)
    return row?.object.client_secret === secret ? row : undefined
  }

  app.get<ByIntent>('/challenge/:id', options, (request, reply) => {
    const row = findRow(request.params.id, request.query.client_secret)
    if (!row) return sendPage(reply, UNKNOWN, 404)
    if (row.object.status !== 'requires_action') return finished(reply, row, request.query)
    return sendPage(reply, question(row))
  })
  app.post<ByIntent>('/challenge/:id', options, (request, reply) => {
    const row = findRow(request.params.id, request.query.client_secret)
    if (!row) return sendPage(reply, UNKNOWN, 404)
    const authenticated = request.body?.choice === 'complete'
    account.atomically(() => finishChallenge(account, row.object.id, authenticated))
    return finished(reply, account.books.intents.get(row.object.id) ?? row, request.query)
  })
}

const question = ({ object }: IntentRow): PageParts => ({
  title: 'Confirm your payment',
  narrow: true,
  body: html`<p>Your bank asks whether it is you who pays:</p>
<p class="sum">${money(object.amount, object.currency)}</p>
${object.description !== null && html`<p class="muted">${object.description}</p>`}
<form class="stack" method="post">
<button class="primary" name="choice" value="complete">Complete authentication</button>
<button name="choice" value="fail">Fail authentication</button>
<button name="choice" value="cancel">Cancel</button>
</form>`,
})

/** A framed page tells its frame's owner; a page of its own sends the payer back. */
const finished = (
  reply: FastifyReply,
  { object, returnUrl }: IntentRow,
  { framed }: ByIntent['Querystring'],
): FastifyReply => {
  if (framed === undefined && returnUrl !== null) {
    const back = new URL(returnUrl)
    back.searchParams.set('payment_intent', object.id)
    back.searchParams.set('payment_intent_client_secret', object.client_secret ?? '')
    back.searchParams.set('redirect_status', object.status === 'succeeded' ? 'succeeded' : 'failed')
    return reply.redirect(back.href, 303)
  }
  return sendPage(reply, { title: 'Thank you', narrow: true, body: DONE })
}

const DONE: Html = html`<p>You can go on in the page you came from.</p>
<script src="/stripe/js/challenge-done.js"></script>`

const UNKNOWN: PageParts = {
  title: 'There is no such payment',
  narrow: true,
  body: html`<p>It may have been deleted when the sandbox started over.</p>`,
}
