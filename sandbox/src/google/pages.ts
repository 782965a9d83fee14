// The accounts people can sign in with: shown, added and changed here, by page or by call.
import type { FastifyInstance } from 'fastify'
import { isForm } from '../web/browser.ts'
import { explainErrors } from '../web/errors.ts'
import { badge, dataTable, type Html, html, sendPage } from '../web/pages.ts'
import type { AccountChange, Accounts, GoogleAccount, GoogleSettings } from './accounts.ts'
import { avatarSvg } from './avatar.ts'

const ID_TOKEN_SECONDS_MAX = 24 * 60 * 60

const accountSchema = {
  type: 'object',
  required: ['email'],
  additionalProperties: false,
  properties: {
    email: { type: 'string', maxLength: 254, pattern: '^\\s*[^\\s@]+@[^\\s@]+\\.[^\\s@]+\\s*$' },
    name: { type: 'string', maxLength: 200 },
    email_verified: { type: 'boolean' },
  },
}

const settingsSchema = {
  type: 'object',
  required: ['idTokenSeconds'],
  additionalProperties: false,
  properties: {
    idTokenSeconds: { type: 'integer', minimum: 1, maximum: ID_TOKEN_SECONDS_MAX },
  },
}

export const accountRoutes = (app: FastifyInstance, accounts: Accounts): void => {
  const config = { ownPage: true }
  explainErrors(app)

  app.get('/', { config }, (_request, reply) =>
    sendPage(reply, { title: 'Sign-in accounts', body: pageBody(accounts) }),
  )
  app.get('/accounts', { config }, () => accounts.list())
  app.post<{ Body: AccountChange }>(
    '/accounts',
    { config, schema: { body: accountSchema } },
    (request, reply) => {
      const account = accounts.save(request.body)
      return isForm(request.headers['content-type']) ? reply.redirect('/google', 303) : account
    },
  )
  app.get('/settings', { config }, () => accounts.settings)
  app.post<{ Body: GoogleSettings }>(
    '/settings',
    { config, schema: { body: settingsSchema } },
    (request, reply) => {
      const settings = accounts.saveSettings(request.body)
      return isForm(request.headers['content-type']) ? reply.redirect('/google', 303) : settings
    },
  )
  app.get<{ Params: { sub: string } }>('/avatars/:sub.svg', { config }, (request, reply) => {
    const account = accounts.find(request.params.sub)
    if (!account) return reply.code(404).send({ error: 'There is no such account.' })
    return reply
      .type('image/svg+xml')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'max-age=300')
      .send(avatarSvg(account))
  })
}

const pageBody = (accounts: Accounts): Html => html`
<p>Whoever signs in to the app is asked to choose one of these. No password is needed. Whether an
account may use the app, and which of its tools, is decided by the app.</p>
${dataTable('Accounts', ['Account', 'Use', 'E-mail', 'Change'], accounts.list().map(row))}
<h2>Add an account</h2>
<form class="fields" method="post" action="/google/accounts">
<label>E-mail<input name="email" type="email" required maxlength="254" autocomplete="off"></label>
<label>Name<input name="name" maxlength="200" autocomplete="off"></label>
<button class="primary">Add account</button>
</form>
<h2>Sign-in time</h2>
<p>How long a sign-in lasts. Google's last an hour; a short one shows what the app does when it ends.</p>
<form class="fields" method="post" action="/google/settings">
<label>Seconds until the id token expires<input name="idTokenSeconds" type="number" min="1" max="${ID_TOKEN_SECONDS_MAX}" value="${accounts.settings.idTokenSeconds}" required></label>
<button>Save</button>
</form>`

const row = (account: GoogleAccount) => [
  html`<span class="person"><img src="/google/avatars/${account.sub}.svg" alt="" width="36" height="36"><span><strong>${account.name}</strong><br>${account.email}</span></span>`,
  account.note,
  account.email_verified ? badge('verified', 'good') : badge('not verified', 'warning'),
  html`<form method="post" action="/google/accounts">
<input type="hidden" name="email" value="${account.email}">
<button class="small" name="email_verified" value="${String(!account.email_verified)}">${
    account.email_verified ? 'Make unverified' : 'Make verified'
  }</button></form>`,
]
