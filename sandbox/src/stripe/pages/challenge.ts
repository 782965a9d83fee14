// The bank's authentication page for the payer, framed by the app's page.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageRoutes } from '../../web/page-routes.ts'
import { html, type PageParts, sendPage } from '../../web/pages.ts'
import type { Account } from '../account.ts'
import { finishChallenge } from '../payments/confirm.ts'
import { money } from './payment.ts'

type ByIntent = {
  Params: { id: string }
  Querystring: { client_secret?: string }
  Body: { choice?: string } | undefined
}

export const registerChallenge = (app: FastifyInstance, account: Account) =>
  pageRoutes(app, (pages) => {
    const findIntent = ({ params, query }: { params: unknown; query: unknown }) => {
      const intent = account.books.intents.get((params as ByIntent['Params']).id)
      const { client_secret } = query as ByIntent['Querystring']
      return intent?.client_secret === client_secret ? intent : undefined
    }
    pages.get<ByIntent>('/challenge/:id', (request, reply) => {
      const intent = findIntent(request)
      if (!intent) return sendPage(reply, NOT_FOUND, 404)
      if (intent.status !== 'requires_action') return sendDone(reply)
      return sendPage(reply, {
        title: 'Confirm your payment',
        narrow: true,
        body: html`<p>Your bank wants to confirm that it's you:</p>
<p class="sum">${money(intent)}</p>
${intent.description !== null && html`<p class="muted">${intent.description}</p>`}
<form class="stack" method="post">
<button class="primary" name="choice" value="complete">Complete authentication</button>
<button name="choice" value="fail">Fail authentication</button>
<button name="choice" value="cancel">Cancel</button>
</form>`,
      })
    })
    pages.post<ByIntent>('/challenge/:id', (request, reply) => {
      const intent = findIntent(request)
      if (!intent) return sendPage(reply, NOT_FOUND, 404)
      const authenticated = request.body?.choice === 'complete'
      account.atomically(() => finishChallenge(account, intent.id, authenticated))
      return sendDone(reply)
    })
  })

const sendDone = (reply: FastifyReply) =>
  sendPage(reply, {
    title: 'Thank you',
    narrow: true,
    body: html`<p>You can go back to the page you came from.</p>
<script src="/stripe/js/challenge-done.js"></script>`,
  })

const NOT_FOUND: PageParts = {
  title: 'Payment not found',
  narrow: true,
  body: html`<p>It may have been deleted when the sandbox was reset.</p>`,
}
